/**
 * Tells the engine that every number of a kind of record may become a fraction, given one record of that kind, which it
 * changes. V8 has a hidden class for records in which a number is whole; once one becomes a fraction, it gives all of them
 * another class and drops the code compiled for the former. For each of the numbers of the spacecraft and its faults in
 * turn, that was a fifth of the processor time of a day's simulation in a new process.
 */
export function expectFractions(record: object): void {
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'number') Reflect.set(record, field, 0.5);
  }
}
