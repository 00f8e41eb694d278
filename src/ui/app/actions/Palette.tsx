import { Command, useCommandState } from 'cmdk';
import { useSetAtom } from 'jotai';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Confirmation, type ConfirmationText } from '../../kit/controls/Confirmation.tsx';
import { ModalDialog } from '../../kit/controls/ModalDialog.tsx';
import type { Action } from './action.ts';
import { closeDialogAtom, takeTypedAheadAtom } from './dialogs.ts';
import { Keys } from './keys.tsx';
import { findActions } from './match-action.ts';
import styles from './palette.module.css';
import { useMissionActions } from './use-mission-actions.ts';
import { useShellActions } from './use-shell-actions.ts';

/** Longer searches are useless, and an unsuccessful one is quoted. */
const LONGEST_SEARCH = 100;

const GROUPS = [
  'Go to',
  'Commands',
  'Anomalies',
  'Timeline',
  'Time',
  'Console',
  'Exports',
  'View',
  'Help',
] as const;

/** Search over all actions of the console. Actions that change the mission need confirmation. */
export function Palette() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const closed = useSetAtom(closeDialogAtom);
  const [question, setQuestion] = useState<ConfirmationText>();

  // Closes first, so that the focus returns to where it was and the action can move it from there.
  function close(): void {
    dialogRef.current?.close();
    closed('palette');
  }
  function leaveFor(act: () => void): void {
    close();
    act();
  }
  function choose(action: Action): void {
    if ('ask' in action) setQuestion(action.ask());
    else leaveFor(action.run);
  }

  return (
    <ModalDialog
      ref={dialogRef}
      label="Command palette"
      className={styles.dialog}
      onClosed={() => closed('palette')}
    >
      {question ? (
        <Confirmation question={question} onBack={() => setQuestion(undefined)} onLeave={leaveFor} />
      ) : (
        <Actions onChoose={choose} onClose={close} />
      )}
    </ModalDialog>
  );
}

interface PaletteActionsProps {
  readonly onChoose: (action: Action) => void;
  readonly onClose: () => void;
}

function Actions({ onChoose, onClose }: PaletteActionsProps) {
  const [search, setSearch] = useState('');
  const inputRef = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => inputRef.current?.focus(), []); // on return from a confirmation
  const takeTypedAhead = useSetAtom(takeTypedAheadAtom);
  // On mount rather than during render: more may be typed in between.
  useLayoutEffect(() => setSearch(takeTypedAhead()), [takeTypedAhead]);
  const listRef = useRef<HTMLDivElement>(null);
  const shell = useShellActions().filter(({ id }) => id !== 'palette');
  const { groups, more } = findActions([...shell, ...useMissionActions()], GROUPS, search);
  const moreId = useId();
  const firstId = groups.flatMap(({ actions }) => actions).find(({ isDisabled }) => !isDisabled)?.id;
  return (
    <Command
      className={styles.palette}
      label="Find an action"
      shouldFilter={false}
      vimBindings={false}
      loop
      onKeyDown={(event) => {
        // Holding down the key that opened the palette must not choose an action.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
        if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          onClose();
        }
      }}
    >
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <Command.Input
          ref={inputRef}
          className={styles.input}
          data-first-focus
          placeholder="What do you want to do?"
          maxLength={LONGEST_SEARCH}
          aria-describedby={moreId}
          value={search}
          onValueChange={setSearch}
        />
      </div>
      <Command.List ref={listRef} className={styles.list} label="Actions">
        <Command.Empty>
          <p className={styles.empty} role="status">
            No action matches “<bdi>{search}</bdi>”
          </p>
        </Command.Empty>
        {groups.map(({ name, actions }) => (
          <Command.Group key={name} className={styles.group} heading={name}>
            {actions.map((action) => (
              <Item key={action.id} action={action} onChoose={onChoose} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <FirstInSight id={firstId} search={search} listRef={listRef} />
      <p id={moreId} className={styles.more} role="status">
        {more > 0 && `${more} more: type to narrow the list`}
      </p>
      <p className={styles.help} aria-hidden="true">
        <span>
          <Keys keys="↑" /> <Keys keys="↓" /> to choose
        </span>
        <span>
          <Keys keys="Enter" /> to open
        </span>
        <span>
          <Keys keys="Esc" /> to close
        </span>
      </p>
    </Command>
  );
}

interface FirstInSightProps {
  readonly id: string | undefined;
  readonly search: string;
  readonly listRef: RefObject<HTMLElement | null>;
}

/**
 * Scrolls the list to its top whenever the first action is selected, such as after each letter: cmdk keeps
 * the previous selection in view.
 */
function FirstInSight({ id, search, listRef }: FirstInSightProps) {
  const selected = useCommandState(({ value }) => value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search may have the same first action
  useEffect(() => {
    if (selected === id && listRef.current) listRef.current.scrollTop = 0;
  }, [selected, id, search, listRef]);
  return null;
}

interface ItemProps {
  readonly action: Action;
  readonly onChoose: (action: Action) => void;
}

function Item({ action, onChoose }: ItemProps) {
  const { id, name, detail, keys, isDisabled } = action;
  return (
    <Command.Item
      className={styles.item}
      value={id}
      disabled={isDisabled ?? false}
      onSelect={() => onChoose(action)}
    >
      <span className={styles.name}>{name}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      {keys !== undefined && <Keys keys={keys} />}
    </Command.Item>
  );
}
