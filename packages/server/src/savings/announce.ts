/** The head of the chain in a letter: whoever keeps it can tell for ever that nothing before it was rewritten. */
import type { Scope } from '@kept/domain/scope.ts'
import { listPayers } from '@kept/store/savings/payers.ts'
import { listStatements } from '@kept/store/savings/statements.ts'
import type { Services } from '../platform/context.ts'

export async function announce(
  { config, log, mail, state, origin }: Pick<Services, 'config' | 'log' | 'mail' | 'state' | 'origin'>,
  scope: Scope,
  told: ReadonlySet<string>,
): Promise<void> {
  const all = await listStatements(state.database, scope)
  const fresh = all.filter(({ head_seq, head_hash }) => !told.has(`${head_seq} ${head_hash}`))
  if (config.smtpUrl === undefined || fresh.length === 0) return
  const lines = fresh.map(({ period, currency, fee, head_seq: seq, head_hash: hash }) =>
    [`${period}: fee ${fee} ${currency}.`, JSON.stringify({ period, seq, hash })].join('\n'),
  )
  const text = [
    'New statements of verified savings are ready. Keep this letter: the lines below are the heads of the ledger, and',
    'with them "kept verify --checkpoint" shows that nothing before them was changed.',
    ...lines,
    `${origin()}/savings?tab=statements`,
  ].join('\n\n')
  for (const to of await listPayers(state.database, scope)) {
    // A letter that does not go out must not undo a ledger that stands.
    await mail
      .send({ to, subject: `Statement of verified savings ${fresh.map(({ period }) => period).join(', ')}`, text })
      .catch((error: Error) =>
        log.warn({ err: error, organization_id: scope.organizationId }, 'a checkpoint was not mailed'),
      )
  }
}
