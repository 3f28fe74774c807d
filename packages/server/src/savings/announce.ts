/** Emails ledger checkpoints. A recipient can prove later that no earlier entry was rewritten. */
import type { Scope } from '@kept/domain/scope.ts'
import { listPayers } from '@kept/store/savings/payers.ts'
import { listStatements } from '@kept/store/savings/statements.ts'
import type { Services } from '../platform/context.ts'

export async function announce(
  { config, log, mail, state, origin }: Pick<Services, 'config' | 'log' | 'mail' | 'state' | 'origin'>,
  scope: Scope,
  announced: ReadonlySet<string>,
): Promise<void> {
  const all = await listStatements(state.database, scope)
  const newStatements = all.filter(({ head_seq, head_hash }) => !announced.has(`${head_seq} ${head_hash}`))
  if (config.smtpUrl === undefined || newStatements.length === 0) return
  const lines = newStatements.map(({ period, currency, fee, head_seq: seq, head_hash: hash }) =>
    [`${period}: fee ${fee} ${currency}.`, JSON.stringify({ period, seq, hash })].join('\n'),
  )
  const text = [
    'New statements of verified savings are ready. Keep this email: the lines below are checkpoints of the ledger.',
    '"kept verify --checkpoint" uses them to prove that no earlier entry was changed.',
    ...lines,
    `${origin()}/savings?tab=statements`,
  ].join('\n\n')
  for (const to of await listPayers(state.database, scope)) {
    // A failed email must not affect the ledger.
    await mail
      .send({
        to,
        subject: `Verified savings statement ${newStatements.map(({ period }) => period).join(', ')}`,
        text,
      })
      .catch((error: Error) =>
        log.warn(
          { event: 'savings.checkpoint_email_failed', organization_id: scope.organizationId, err: error },
          'could not email a checkpoint',
        ),
      )
  }
}
