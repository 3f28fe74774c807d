/** People in Slack, as users of the organization. */
import type { ScopedTransaction } from '../database/connect.ts'

interface SlackIdentity {
  teamId: string
  slackUserId: string
}

/** Undefined for a person who has not linked their account. */
export async function findSlackPerson(
  tx: ScopedTransaction,
  { teamId, slackUserId }: SlackIdentity,
): Promise<{ userId: string } | undefined> {
  const row = await tx
    .selectFrom('slack_person')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('slack_user_id', '=', slackUserId)
    .executeTakeFirst()
  return row && { userId: row.user_id }
}

/** Links a person in Slack to a user; an earlier link of the same person is replaced. */
export async function linkSlackPerson(
  tx: ScopedTransaction,
  { teamId, slackUserId, slackName, userId, now }: SlackIdentity & { slackName: string; userId: string; now: Date },
): Promise<void> {
  const link = { user_id: userId, slack_name: slackName, linked_at: now }
  await tx
    .insertInto('slack_person')
    .values({ organization_id: tx.scopedTo, team_id: teamId, slack_user_id: slackUserId, ...link })
    .onConflict((conflict) => conflict.columns(['organization_id', 'team_id', 'slack_user_id']).doUpdateSet(link))
    .execute()
}

export function listSlackPeople(tx: ScopedTransaction, userId: string) {
  return tx
    .selectFrom('slack_person')
    .select(['id', 'slack_name', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute()
}

/** True when it was a link of this user. */
export async function unlinkSlackPerson(tx: ScopedTransaction, id: string, userId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('slack_person')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
