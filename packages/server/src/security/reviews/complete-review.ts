/** The end of a review: its evidence, its audit event and its notification, in the transaction of the last decision. */
import { createHash } from 'node:crypto'
import { accessReviewRequirements } from '@kept/domain/access-review.ts'
import type { EvidenceClaim } from '@kept/domain/compliance.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { endReview, findReview, listReviewItems, type StoredReview } from '@kept/store/security/access-reviews.ts'
import { addEvidence, listEvidence } from '@kept/store/security/evidence.ts'
import type { Acting } from '../../platform/acting.ts'

/** Does nothing while something is undecided. */
export async function completeReview(tx: ScopedTransaction, acting: Acting, id: string): Promise<void> {
  const review = await findReview(tx, id)
  if (review.status !== 'open' || review.counts.pending > 0) return
  const { auditContext } = acting
  await endReview(tx, id, 'completed', auditContext.at)
  const { confirmed, revoked, retained } = review.counts
  const result = `${confirmed} confirmed, ${revoked} revoked${retained > 0 ? `, ${retained} could not be revoked` : ''}`
  const evidence = await addReviewEvidence(tx, review, { result, at: auditContext.at })
  await recordAudit(tx, {
    ...auditContext,
    action: 'access_review.completed',
    target: id,
    summary: `The access review "${review.name}" was completed: ${result}.`,
    details: { counts: review.counts, ...evidence },
  })
  await addNotification(
    tx,
    { organizationId: tx.scopedTo },
    {
      kind: 'access_review',
      title: `Access review completed: ${review.name}`,
      body: `${counted(confirmed + revoked + retained, 'item')}: ${result}.`,
      href: linkOf(id),
    },
  )
}

export function linkOf(id: string): string {
  return `/security?tab=access&review=${id}`
}

/** One file, for each requirement that asks for a review. It takes no claim back that a person made. */
async function addReviewEvidence(
  tx: ScopedTransaction,
  review: StoredReview,
  { result, at }: { result: string; at: Date },
): Promise<{ sha256: string; requirements: string[] }> {
  const items = (await listReviewItems(tx, review.id)).map(({ id: _, permissions: __, ...item }) => item)
  const { id, name, created_by, created_at, due_at, counts } = review
  const document = { kind: 'access_review', id, name, created_by, created_at, due_at, completed_at: at, counts, items }
  const content = Buffer.from(`${JSON.stringify(document, null, 1)}\n`)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const requirements: string[] = []
  for (const { framework, requirement } of accessReviewRequirements) {
    const newest = (await listEvidence(tx, framework)).find((evidence) => evidence.requirement === requirement)
    if (newest?.claim === 'not_applicable') continue
    const claim: EvidenceClaim = newest?.claim === 'met' ? 'met' : 'partly'
    await addEvidence(tx, {
      ...{ framework, requirement, claim, name: `access-review-${at.toISOString().slice(0, 10)}.json` },
      description: `The access review "${name}": ${result}.`,
      ...{ media_type: 'text/plain', bytes: content.length, sha256, content, malware_scanned: false },
      ...{ observed_from: new Date(created_at), observed_until: at, uploaded_by: 'Kept', created_at: at },
    })
    requirements.push(`${framework} ${requirement}`)
  }
  return { sha256, requirements }
}
