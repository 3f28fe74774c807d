/** Receives events written by any Kept on this database. */
import type { Database } from '../database/connect.ts'
import { listenOn } from '../database/listen-on.ts'

/**
 * Receives the id an event is about, and null when events may have been missed: at first, and after a lost connection.
 */
interface LiveHearing {
  /** This organization has new events. */
  events(organizationId: string | null): void
  /** The rights of this user may have changed: signed out, disabled, another role. */
  rights(userId: string | null): void
}

export function listenLive(database: Pick<Database, 'pool'>, hearing: LiveHearing): Promise<() => Promise<void>> {
  return listenOn(database, ['kept_live', 'kept_rights'], {
    onNotification(channel, payload) {
      if (channel === 'kept_live') hearing.events(payload)
      if (channel === 'kept_rights') hearing.rights(payload)
    },
    onOpened() {
      hearing.events(null)
      hearing.rights(null)
    },
  })
}
