/** Memoizes a function of one immutable object; results are kept as long as their objects. */
export function remember<Subject extends object, Result extends object | string | number>(
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

/** Like `remember`, for the last object only: one that is requested repeatedly until the next replaces it. */
export function rememberLast<Subject extends object, Result>(
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  let last: { readonly subject: Subject; readonly result: Result } | undefined;
  return (subject) => {
    if (last?.subject !== subject) last = { subject, result: compute(subject) };
    return last.result;
  };
}

/** Memoizes a function without arguments; it runs at the first call. */
export function once<Result extends string>(compute: () => Result): () => Result {
  let result: Result | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}
