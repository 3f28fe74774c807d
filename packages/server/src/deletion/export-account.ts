/**
 * `GET /v1/account/export`: what is stored about a user, as one JSON object that is made while it is sent. Secrets and
 * hashes of credentials are left out.
 */
import { Readable } from 'node:stream'
import { KeptError } from '@kept/domain/errors.ts'
import { readAuditPagesOfPerson } from '@kept/store/audit/list-of-person.ts'
import { readAuditHead } from '@kept/store/audit/read.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listAllMemberships } from '@kept/store/people/account-deletion.ts'
import { listAccounts } from '@kept/store/people/credentials.ts'
import { listPasskeys } from '@kept/store/people/passkeys.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { listSessions } from '@kept/store/people/sessions.ts'
import { findTwoFactor } from '@kept/store/people/two-factor.ts'
import type { RawRoutes } from '../platform/app.ts'
import type { PersonContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { admitPerson } from '../platform/guard.ts'
import { refuseAccountElsewhere } from './refuse-account-elsewhere.ts'

export const accountExport: RawRoutes = (app, contextOf) => {
  app.get('/v1/account/export', { config: { needs: 'person' } }, async (request, reply) => {
    const context = admitPerson(await contextOf(request))
    refuseInDemo(context)
    await refuseAccountElsewhere(context)
    // Everything but the events is read before the response begins: what fails here is an error and no cut file.
    const account = await readAccount(context)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="kept-account.json"')
      .send(Readable.from(jsonOf(context, account)))
  })
}

interface AccountRecord {
  /** The fields of the object before the events. */
  fields: Record<string, unknown>
  /** Where each organization's log ended. */
  logs: { organizationId: string; until: number }[]
}

async function readAccount({ services, person }: PersonContext): Promise<AccountRecord> {
  const { database } = services.state
  const profile = await findPerson(database, { id: person.id })
  if (!profile) throw new KeptError('not_found', 'Your account was deleted.')
  const memberships = await listAllMemberships(database, person.id)
  const logs: AccountRecord['logs'] = []
  for (const { organization_id: organizationId } of memberships)
    logs.push({ organizationId, until: (await readAuditHead(database, { organizationId })).seq })
  const fields = {
    exported_at: services.now().toISOString(),
    profile,
    memberships,
    sessions: await listSessions(database, person.id, services.now()),
    sign_in_methods: await listSignInMethods(database, person.id),
  }
  return { fields, logs }
}

/** The object in pieces; a page of events is in memory at a time. */
async function* jsonOf({ services, person }: PersonContext, { fields, logs }: AccountRecord): AsyncGenerator<string> {
  const { database } = services.state
  yield `{"data":${JSON.stringify(fields).slice(0, -1)},"audit_events":[`
  let separator = ''
  for (const { organizationId, until } of logs)
    for await (const events of readAuditPagesOfPerson(database, { organizationId }, person.id, { until })) {
      yield separator + events.map((event) => JSON.stringify(event)).join(',')
      separator = ','
    }
  yield ']}}'
}

async function listSignInMethods(database: Database, userId: string): Promise<Record<string, unknown>[]> {
  const accounts = (await listAccounts(database, userId)).map(({ provider_id, account_id, created_at }) =>
    provider_id === 'credential'
      ? { kind: 'password', created_at }
      : { kind: 'account', provider: provider_id, account_id, created_at },
  )
  const passkeys = (await listPasskeys(database, userId)).map(({ id, name, created_at, last_used_at }) => ({
    ...{ kind: 'passkey', id, name, created_at, last_used_at },
  }))
  const confirmed_at = (await findTwoFactor(database, userId))?.confirmed_at
  return [...accounts, ...passkeys, ...(confirmed_at ? [{ kind: 'authenticator', confirmed_at }] : [])]
}
