import { type ComponentProps, Suspense } from 'react';
import { FailureBoundary } from '../../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';

const { Component: CommandEffect } = onDemand(
  ['CommandEffect'],
  async () => (await import('./CommandEffect.tsx')).CommandEffect,
);

/** Predicted effect of a command, whose code is fetched with the first one: what it helps to do works without it. */
export function EffectOnDemand(props: ComponentProps<typeof CommandEffect>) {
  return (
    <FailureBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <CommandEffect {...props} />
      </Suspense>
    </FailureBoundary>
  );
}
