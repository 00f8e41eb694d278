/** What takes telecommands. */
export interface Receiver {
  /** Takes the octets of a telecommand; returns false if there is no room, and drops them. */
  receive(octets: Uint8Array): boolean;
  /** True if there is room for another one. */
  hasRoom(): boolean;
}

/** Telecommands of a sender, in their order, until there is room for them. */
export interface SenderQueue {
  push(telecommands: readonly Uint8Array[]): void;
  /** Hands over those that there is room for. Returns true if none waits any more. */
  pass(): boolean;
}

export function createSenderQueue({ receive, hasRoom }: Receiver): SenderQueue {
  const pending: Uint8Array[] = [];
  return {
    push: (telecommands) => void pending.push(...telecommands),
    pass() {
      while (pending.length > 0 && hasRoom()) receive(pending.shift() as Uint8Array);
      return pending.length === 0;
    },
  };
}
