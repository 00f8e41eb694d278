import type { CommandName } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';

/**
 * Variants of the sample data (spec §1): the seed draws one situation and one plan of events (`sample-data.ts`). Times
 * are in minutes from the beginning.
 */

/** A fault that its recovery command has cleared. */
export interface PastFault {
  readonly fault: FaultName;
  /** Time of its detection; later where the light requires it. */
  readonly at: number;
}

export interface SampleCommand {
  readonly name: CommandName;
  readonly at: number;
}

/** Faults and commands of a new mission. */
export interface Situation {
  /**
   * Fault of the Active anomaly, which acts from the beginning on: of medium severity, and cleared by the command that
   * its card suggests once the first samples show it. Neither its recovery command nor that of a demonstrated fault makes
   * the other fault worse.
   */
  readonly active: FaultName;
  /** Seconds from its detection to the beginning. */
  readonly activeForS: number;
  /** Faults of other severities, behind the Acknowledged and the Resolved anomaly. */
  readonly acknowledged: PastFault;
  readonly resolved: PastFault;
  /** Commands beside those that cleared the past faults. No Pending one makes the active fault worse. */
  readonly failed: SampleCommand;
  readonly overdue: SampleCommand;
  readonly sent: SampleCommand;
  readonly dueSoon: SampleCommand;
  readonly dueTomorrow: SampleCommand;
}

const H = 60;

export const SITUATIONS: readonly Situation[] = [
  {
    active: 'antenna-off',
    activeForS: 15,
    acknowledged: { fault: 'gyro-drift', at: -74 },
    resolved: { fault: 'wing-folded', at: -5 * H },
    failed: { name: 'Attitude Adjustment', at: -100 },
    overdue: { name: 'Rotate Antenna', at: -12 },
    sent: { name: 'Communications Check', at: -4 },
    dueSoon: { name: 'Thermal Control', at: 15 },
    dueTomorrow: { name: 'Deploy Solar Array', at: 24 * H },
  },
  {
    active: 'open-string',
    activeForS: 0,
    acknowledged: { fault: 'gimbal-slip', at: -82 },
    resolved: { fault: 'wheel-failing', at: -4 * H },
    failed: { name: 'Data Downlink', at: -130 },
    overdue: { name: 'Calibrate Sensors', at: -9 },
    sent: { name: 'Rotate Antenna', at: -6 },
    dueSoon: { name: 'Communications Check', at: 20 },
    dueTomorrow: { name: 'Thermal Control', at: 23 * H },
  },
  {
    active: 'louvre-open',
    activeForS: 0,
    acknowledged: { fault: 'wheel-failing', at: -95 },
    resolved: { fault: 'gimbal-slip', at: -6 * H },
    failed: { name: 'Communications Check', at: -115 },
    overdue: { name: 'Rotate Antenna', at: -15 },
    sent: { name: 'Calibrate Sensors', at: -3 },
    dueSoon: { name: 'Deploy Solar Array', at: 30 },
    dueTomorrow: { name: 'Communications Check', at: 22 * H },
  },
  {
    active: 'receiver-detuned',
    activeForS: 15,
    acknowledged: { fault: 'gyro-drift', at: -110 },
    resolved: { fault: 'drive-stuck', at: -7 * H },
    failed: { name: 'Rotate Antenna', at: -140 },
    overdue: { name: 'Thermal Control', at: -7 },
    sent: { name: 'Deploy Solar Array', at: -5 },
    dueSoon: { name: 'Calibrate Sensors', at: 25 },
    dueTomorrow: { name: 'Rotate Antenna', at: 20 * H },
  },
];

export interface SampleEvent {
  readonly title: string;
  readonly description: string;
  readonly between: readonly [start: number, end: number];
}

/** Events of a new mission, one or two of each status. Their types and priorities are the same in every plan. */
export interface EventPlan {
  readonly rehearsed: SampleEvent;
  readonly serviced: SampleEvent;
  readonly calledOff: SampleEvent;
  readonly inProgress: SampleEvent;
  /** During a pass. */
  readonly downlink: Omit<SampleEvent, 'between'>;
  readonly nextManeuver: SampleEvent;
  readonly nextService: SampleEvent;
}

export const EVENT_PLANS: readonly EventPlan[] = [
  {
    rehearsed: {
      title: 'Debris avoidance drill',
      description: 'Full rehearsal of the conjunction procedure, from the warning to the go/no-go poll.',
      between: [-26 * H, -25 * H],
    },
    serviced: {
      title: 'Star tracker alignment',
      description: 'Alignment of both star trackers against twelve catalogue stars.',
      between: [-7 * H, -6.5 * H],
    },
    calledOff: {
      title: 'Orbit raising burn',
      description: 'Called off: drag was lower than forecast, and the altitude is inside its band.',
      between: [-2 * H, -100],
    },
    inProgress: {
      title: 'Earth observation campaign',
      description: 'Multispectral images of coastal waters along three ground tracks.',
      between: [-20, 70],
    },
    downlink: {
      title: 'High-rate data downlink',
      description: 'Images of the campaign and housekeeping data of the last day.',
    },
    nextManeuver: { title: 'Reaction wheel desaturation', description: '', between: [6 * H, 6.5 * H] },
    nextService: {
      title: 'Battery capacity test',
      description: 'One orbit on a known load, to measure the charge between two voltages.',
      between: [24 * H, 25.5 * H],
    },
  },
  {
    rehearsed: {
      title: 'Loss of signal drill',
      description:
        'Rehearsal of a lost link, from the first missed pass to commands over the low-gain antenna.',
      between: [-30 * H, -29 * H],
    },
    serviced: {
      title: 'Heater check',
      description: 'Each heater of the bus, switched on for two minutes.',
      between: [-9 * H, -8.5 * H],
    },
    calledOff: {
      title: 'Ground track correction',
      description: 'Called off: the ground track is inside its band for another week.',
      between: [-3 * H, -2.5 * H],
    },
    inProgress: {
      title: 'City lights survey',
      description: 'Images of city lights on the night side of one orbit.',
      between: [-35, 60],
    },
    downlink: {
      title: 'Survey data downlink',
      description: 'Images of the survey and housekeeping data of the last day.',
    },
    nextManeuver: { title: 'Yaw flip', description: '', between: [5 * H, 5.5 * H] },
    nextService: {
      title: 'Gyro bias measurement',
      description: 'The bias of each gyro over one orbit, measured against the star trackers.',
      between: [22 * H, 23.5 * H],
    },
  },
  {
    rehearsed: {
      title: 'Safe mode drill',
      description:
        'Rehearsal on the ground simulator, from the entry into safe mode to the return to nominal.',
      between: [-22 * H, -21 * H],
    },
    serviced: {
      title: 'Solar array inspection',
      description: 'The current of each array string, compared with the forecast.',
      between: [-5 * H, -4 * H],
    },
    calledOff: {
      title: 'Collision avoidance burn',
      description: 'Called off: new tracking data leave a miss distance of 12 km.',
      between: [-165, -150],
    },
    inProgress: {
      title: 'Atmospheric drag experiment',
      description: 'Accelerometer readings over one orbit, to improve the drag forecast.',
      between: [-50, 45],
    },
    downlink: {
      title: 'Experiment data downlink',
      description: 'Readings of the experiment and housekeeping data of the last day.',
    },
    nextManeuver: { title: 'Antenna pattern slew', description: '', between: [7 * H, 7.5 * H] },
    nextService: {
      title: 'Radiator louvre check',
      description: 'Both louvres, driven from stop to stop in eclipse.',
      between: [26 * H, 27 * H],
    },
  },
  {
    rehearsed: {
      title: 'Station outage drill',
      description: 'Rehearsal of a pass that moves from one ground station to the next at short notice.',
      between: [-28 * H, -27 * H],
    },
    serviced: {
      title: 'Receiver tuning',
      description: 'The receiver, tuned to the carrier of each active ground station.',
      between: [-8 * H, -7 * H],
    },
    calledOff: {
      title: 'Phasing burn',
      description: 'Called off: next week’s passes are well spaced without it.',
      between: [-90, -75],
    },
    inProgress: {
      title: 'Forest survey',
      description: 'Multispectral images of forests around the Mediterranean.',
      between: [-10, 85],
    },
    downlink: {
      title: 'Image downlink',
      description: 'Images of the survey and housekeeping data of the last day.',
    },
    nextManeuver: { title: 'Magnetometer slew', description: '', between: [8 * H, 8.25 * H] },
    nextService: {
      title: 'On-board clock check',
      description: 'The on-board clock, compared with UTC over two passes.',
      between: [20 * H, 22 * H],
    },
  },
];
