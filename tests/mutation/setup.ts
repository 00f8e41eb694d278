import fc from 'fast-check';

// Only the failure of a property matters; the smallest counterexample is of no use.
fc.configureGlobal({ endOnFailure: true });
