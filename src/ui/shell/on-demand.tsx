import { type ComponentType, lazy, useState } from 'react';

/** A component whose script is fetched when it is first shown, or before. */
export interface OnDemand<Props extends object> {
  readonly Component: ComponentType<Props>;
  /** Fetches the script ahead of its first use: the component then shows at once. */
  prefetch(): Promise<void>;
}

/** @param load a dynamic import, asked again after it has failed */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  let pending: ComponentType<Props> | undefined;

  const fetchScript = async (): Promise<ComponentType<Props>> => {
    loaded ??= await load();
    return loaded;
  };
  // A lazy component keeps its failure: each try is a new one. And it suspends even where the script is there already,
  // for which React may show the loading line for a third of a second.
  const createLazy = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await fetchScript() };
      } catch (error) {
        pending = undefined;
        throw error;
      }
    });
  const chosen = (): ComponentType<Props> => {
    if (loaded) return loaded;
    pending ??= createLazy();
    return pending;
  };

  return {
    Component: function Deferred(props: Props) {
      const [Chosen] = useState(chosen);
      return <Chosen {...props} />;
    },
    async prefetch() {
      await fetchScript();
    },
  };
}
