import { useState } from 'react';
import type { ElementsAnswer } from '../../../shared/contract/celestrak.ts';
import { isOfMission } from '../../../shared/entities/satellites.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import { MOST_SATELLITES } from '../../../shared/orbit/elements-text.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatCount } from '../../kit/format.ts';
import { VirtualList } from '../../kit/lists/VirtualList.tsx';
import type { FleetControl } from './atoms.ts';
import type { Satellite } from './fleet.ts';
import { toSatellite } from './kept-satellites.ts';
import { elementsEpoch } from './regime.ts';
import { elementsAge, spellAge } from './satellite-status.ts';
import styles from './satellites.module.css';
import { useFleetTime } from './use-fleet-time.ts';

interface Props {
  /** Label of the group or search. */
  readonly what: string;
  readonly answer: ElementsAnswer;
  readonly group: string | undefined;
  readonly control: FleetControl;
  readonly added: readonly Satellite[];
  readonly onClose: () => void;
}

const idOf = ({ NORAD_CAT_ID: id }: OrbitalElements): number => Number(id);

/** Describes the age and source of an answer, its omissions, and why there is no newer one. */
function sourceText({ elements, leftOut, origin }: ElementsAnswer): string {
  const satellites = `${formatCount(elements.length)} satellite${elements.length === 1 ? '' : 's'}`;
  const age = origin.ageS < 60 ? 'just now' : `${spellAge(origin.ageS * MS_PER_S)} ago`;
  const parts = [`${satellites}, fetched from CelesTrak ${age}.`];
  if (leftOut > 0)
    parts.push(`${formatCount(leftOut)} entries are damaged, repeated or too many, and left out.`);
  if (origin.error !== undefined) parts.push(`There are no newer ones: ${origin.error}.`);
  return parts.join(' ');
}

/** CelesTrak's answer: its satellites can be added one by one or all at once. */
export function FoundSatellites({ what, answer, group, control, added, onClose }: Props) {
  const time = useFleetTime();
  const [outcome, setOutcome] = useState('');
  const kept = useKeptFocus<HTMLDivElement>();
  // A satellite of another group can still join this one.
  const inList = new Set(
    added.filter(({ groups }) => group === undefined || groups.includes(group)).map(({ id }) => id),
  );
  const whyNot = (one: OrbitalElements): string | undefined => {
    if (isOfMission(one)) return 'Of the mission';
    return inList.has(idOf(one)) ? 'In the list' : undefined;
  };
  const left = answer.elements.filter((one) => whyNot(one) === undefined);
  const add = (elements: readonly OrbitalElements[]): void => {
    const groups = group === undefined ? [] : [group];
    const without = control.add(elements.map((one) => toSatellite(one, { groups, isFromCelestrak: true })));
    const parts = [`${formatCount(elements.length - without)} added.`];
    if (without > 0) {
      parts.push(
        `${formatCount(without)} left out: the list holds up to ${formatCount(MOST_SATELLITES)}. Remove others first.`,
      );
    }
    setOutcome(parts.join(' '));
  };
  return (
    <div {...kept} tabIndex={-1} className={styles.listing}>
      <div className={styles.tools}>
        <p className={styles.found}>
          <b>{what}</b> <span className={styles.note}>{sourceText(answer)}</span>
        </p>
        <Button
          look="primary"
          refusal={left.length === 0 ? 'None of them is left to add.' : undefined}
          onClick={() => left.length > 0 && add(left)}
        >
          Add all {formatCount(left.length)}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Close list
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {outcome}
      </p>
      <VirtualList
        items={answer.elements}
        keyOf={idOf}
        rowRem={3}
        // Rows have no buttons once all are in the list, and the keyboard must still be able to scroll it.
        frame={{ className: styles.scroller, 'aria-label': 'Found satellites', tabIndex: 0 }}
      >
        {(one) => (
          <div className={styles.row}>
            <span className={styles.name}>
              {one.OBJECT_NAME} <span className={styles.number}>{idOf(one)}</span>
              <span className={styles.status}>
                {time !== undefined && elementsAge(elementsEpoch(one), time)}
              </span>
            </span>
            {whyNot(one) === undefined ? (
              <Button look="quiet" aria-label={`Add ${one.OBJECT_NAME}`} onClick={() => add([one])}>
                Add
              </Button>
            ) : (
              <span className={styles.note}>{whyNot(one)}</span>
            )}
          </div>
        )}
      </VirtualList>
    </div>
  );
}
