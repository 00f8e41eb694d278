import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { BRANCH_NAME_LENGTH, type BranchId, type BranchView } from '../../../shared/contract/transport.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { focusOnMount, selectOnMount } from '../../kit/controls/focus-on-mount.ts';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatUtcTimeFrom } from '../../kit/format.ts';
import { edgeSecondAtom, losesBranchesAtom, roomAtom, sliceAtoms } from '../link/atoms.ts';
import { BranchComparison } from './BranchComparison.tsx';
import { BranchMark } from './BranchMark.tsx';
import styles from './branches.module.css';
import { compareAtom, comparedIdAtom } from './comparison.ts';
import type { TransportControls } from './use-transport.ts';

type OpenForm = 'name' | 'deletion';

/** The mission and its branches: shows, compares, renames and deletes them. */
export function BranchList({ transport }: { readonly transport: TransportControls }) {
  const view = useAtomValue(sliceAtoms.transport);
  const [open, setOpen] = useState<{ readonly id: BranchId; readonly part: OpenForm }>();
  const losesBranches = useAtomValue(losesBranchesAtom);
  const isShared = useAtomValue(roomAtom) !== undefined;
  const comparedId = useAtomValue(comparedIdAtom);
  const compare = useSetAtom(compareAtom);
  const kept = useKeptFocus<HTMLUListElement>();
  const close = () => setOpen(undefined);
  const shown = view?.branches.find(({ id }) => id === view.branch);
  // A later branch may have the same id.
  if (open && !view?.branches.some(({ id }) => id === open.id)) close();
  return (
    <>
      <ul {...kept} className={styles.list} tabIndex={-1} aria-label="Missions of this session">
        {view?.branches.map((branch) => (
          <li key={branch.id} className={styles.branch} aria-current={branch.id === view.branch || undefined}>
            <BranchName branch={branch} branches={view.branches} isShown={branch.id === view.branch} />
            {open?.id !== branch.id && (
              <BranchActions
                branch={branch}
                isShown={branch.id === view.branch}
                isCompared={branch.id === comparedId}
                transport={transport}
                onOpen={(part) => setOpen({ id: branch.id, part })}
                onCompare={() => compare(branch.id)}
              />
            )}
            {open?.id === branch.id && open.part === 'name' && (
              <NameForm
                branch={branch}
                onClose={close}
                onName={(name) => transport.renameBranch(branch.id, name)}
              />
            )}
            {open?.id === branch.id && open.part === 'deletion' && (
              <div className={styles.actions}>
                <Button
                  ref={focusOnMount}
                  look="primary"
                  {...pressOnce(() => transport.deleteBranch(branch.id))}
                >
                  Delete {branch.name}
                </Button>
                <Button look="quiet" {...pressOnce(close)}>
                  Keep it
                </Button>
              </div>
            )}
            {branch.id === comparedId && shown && (
              <BranchComparison shown={shown} other={branch} onClose={() => compare(undefined)} />
            )}
          </li>
        ))}
      </ul>
      {view?.branches.length === 1 && (
        <p className={styles.none}>Go back to an instant and take over from there: that makes a branch.</p>
      )}
      {losesBranches && (
        <p className={styles.none}>
          Branches belong to this window.{' '}
          {isShared
            ? 'They outlive a reload, but are lost when the window is closed.'
            : 'A reload loses them while another window shows the mission.'}{' '}
          Save a recording of each branch that you want to keep.
        </p>
      )}
    </>
  );
}

interface BranchNameProps {
  readonly branch: BranchView;
  readonly branches: readonly BranchView[];
  readonly isShown: boolean;
}

function BranchName({ branch: { id: own, name, origin }, branches, isShown }: BranchNameProps) {
  const edge = useAtomValue(edgeSecondAtom);
  const parent = branches.find(({ id }) => id === origin?.parent);
  return (
    <p className={styles.what}>
      <span className={styles.name}>
        <BranchMark id={own} name={name} />
        <bdi>{name}</bdi>
        {isShown && <span className={styles.shown}>shown</span>}
      </span>
      <span className={styles.origin}>
        {origin ? (
          <>
            from <bdi>{parent?.name ?? origin.parent}</bdi> at{' '}
            {formatUtcTimeFrom(origin.time, edge ?? origin.time)} UTC
          </>
        ) : (
          'the mission itself'
        )}
      </span>
    </p>
  );
}

interface BranchActionsProps {
  readonly branch: BranchView;
  readonly isShown: boolean;
  readonly isCompared: boolean;
  readonly transport: TransportControls;
  readonly onOpen: (part: OpenForm) => void;
  readonly onCompare: () => void;
}

function BranchActions(props: BranchActionsProps) {
  const { branch, isShown, isCompared, transport, onOpen, onCompare } = props;
  const { id, name, origin } = branch;
  return (
    <div className={styles.actions}>
      {!isShown && (
        <Button aria-label={`Show ${name}`} {...pressOnce(() => transport.showBranch(id))}>
          Show
        </Button>
      )}
      {!isShown && !isCompared && (
        <Button
          look="quiet"
          aria-label={`Compare with ${name}`}
          title="With the one that is shown"
          {...pressOnce(onCompare)}
        >
          Compare
        </Button>
      )}
      {origin && (
        <Button look="quiet" aria-label={`Rename ${name}`} {...pressOnce(() => onOpen('name'))}>
          Rename
        </Button>
      )}
      {origin && !isShown && (
        <Button look="quiet" aria-label={`Delete ${name}`} {...pressOnce(() => onOpen('deletion'))}>
          Delete
        </Button>
      )}
    </div>
  );
}

interface BranchNameFormProps {
  readonly branch: BranchView;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameForm({ branch, onName, onClose }: BranchNameFormProps) {
  const [name, setName] = useState(branch.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted !== '' && wanted !== branch.name) onName(wanted);
    onClose();
  };
  return (
    <form className={styles.actions} aria-label={`Name of ${branch.name}`} onSubmit={submit}>
      <input
        className={styles.field}
        aria-label="Name"
        autoComplete="off"
        ref={selectOnMount}
        maxLength={BRANCH_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit">Save</Button>
      <Button look="quiet" {...pressOnce(onClose)}>
        Cancel
      </Button>
    </form>
  );
}
