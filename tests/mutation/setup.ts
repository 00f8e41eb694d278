import fc from 'fast-check';

// Whether a property fails is all that is asked; the smallest counterexample is of no use.
fc.configureGlobal({ endOnFailure: true });
