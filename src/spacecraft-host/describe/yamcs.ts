import { EVENT_FIELDS, EVENTS } from '../../shared/packets/events.ts';
import { wireName } from '../../shared/packets/fields.ts';
import { SYSTEM } from './catalogue.ts';

/** Configuration of a Yamcs instance. */

/** Returns the configuration of the instance: links, database, streams and events. */
export const describeYamcs = (telemetryPort: number, telecommandPort: number): string => `\
# An instance of Yamcs 5.13 for ORBITA-1: copy etc and mdb into the folder of Yamcs, and name the instance orbita1.
services:
  - class: org.yamcs.archive.XtceTmRecorder
  - class: org.yamcs.archive.ParameterRecorder
  - class: org.yamcs.archive.AlarmRecorder
  - class: org.yamcs.archive.EventRecorder
  - class: org.yamcs.archive.ReplayServer
  - class: org.yamcs.archive.CommandHistoryRecorder
  - class: org.yamcs.parameterarchive.ParameterArchive
  - class: org.yamcs.ProcessorCreatorService
    args:
      name: realtime
      type: realtime
  - class: org.yamcs.pus.PusEventDecoder
    args:
      eventIdParameter: /${SYSTEM}/event_id
      eventTemplateFile: etc/orbita1-events.json

dataLinks:
  - name: tm
    class: org.yamcs.tctm.TcpTmDataLink
    stream: tm_realtime
    host: 127.0.0.1
    port: ${telemetryPort}
    packetInputStreamClassName: org.yamcs.tctm.CcsdsPacketInputStream
    packetPreprocessorClassName: org.yamcs.pus.PusPacketPreprocessor
    packetPreprocessorArgs:
      errorDetection:
        type: CRC-16-CCIIT
      timeEncoding:
        type: CUC
        epoch: UNIX
  - name: tc
    class: org.yamcs.tctm.TcpTcDataLink
    stream: tc_realtime
    host: 127.0.0.1
    port: ${telecommandPort}
    commandPostprocessorClassName: org.yamcs.pus.PusCommandPostprocessor
    commandPostprocessorArgs:
      errorDetection:
        type: CRC-16-CCIIT
      # Yamcs 5.13 always writes sub-schedule 1; later versions schedule telecommands only with this option.
      pus11:
        subScheduleId:
          bytes: 1
          default: 1

mdb:
  - type: xtce
    spec: mdb/orbita1.xml

streamConfig:
  tm:
    - name: tm_realtime
      processor: realtime
  invalidTm: invalid_tm_stream
  cmdHist:
    - cmdhist_realtime
  event:
    - events_realtime
  param:
    - pp_realtime
    - sys_param
    - proc_param
  parameterAlarm:
    - alarms_realtime
  eventAlarm:
    - event_alarms_realtime
  tc:
    - name: tc_realtime
      processor: realtime
`;

/** Returns the templates of the events: words that the packets do not carry. */
export function describeYamcsEvents(): string {
  const [, ...values] = EVENT_FIELDS;
  const state = values.map(({ name, unit }) => `{${wireName(name)};%.1f} ${unit}`).join(', ');
  const templates = EVENTS.map(({ name, text }) => ({ eventId: name, template: `${text} (${state})` }));
  return `${JSON.stringify(templates, undefined, 2)}\n`;
}
