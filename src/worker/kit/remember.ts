/** A function of an immutable object alone, whose results are kept as long as their objects. */
export function remember<Subject extends object, Result extends object | string>(
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const results = new WeakMap<Subject, Result>();
  return (subject) => {
    const known = results.get(subject);
    if (known !== undefined) return known;
    const result = compute(subject);
    results.set(subject, result);
    return result;
  };
}
