import type { MissionId } from '../../shared/contract/consoles.ts';
import { roomPath } from '../../shared/contract/room.ts';
import type { RoomObjects } from './rooms-app.ts';

/** A namespace of Durable Objects, as the platform binds it. */
export interface ObjectNamespace {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(request: Request): Promise<Response> };
}

/** Returns the binding if it is a namespace. */
export const namespaceOf = (bound: unknown): ObjectNamespace | undefined =>
  typeof bound === 'object' && bound !== null && 'idFromName' in bound
    ? (bound as ObjectNamespace)
    : undefined;

/** Each room is in the object with the name of its id. One that begins is asked for with POST at the path of its id. */
export function createRoomObjects(namespace: ObjectNamespace, newId: () => MissionId): RoomObjects {
  const objectOf = (id: MissionId) => namespace.get(namespace.idFromName(id));
  return {
    pass(request, known) {
      if (known !== undefined) return objectOf(known).fetch(request);
      const id = newId();
      return objectOf(id).fetch(new Request(new URL(roomPath(id), request.url), request));
    },
  };
}
