/** For tests of what follows a deletion: remedies delete at once. */
import type { KeptClient } from '@kept/contract/contract.ts'
import { graceKinds } from '@kept/domain/grace-period.ts'

export async function withoutGracePeriods(client: KeptClient): Promise<void> {
  const { data } = await client.remediation.policy({})
  const { automatic, max_step, max_per_hour } = data
  const grace_days = Object.fromEntries(graceKinds.map((kind) => [kind, 0]))
  await client.remediation.setPolicy({ automatic, max_step, max_per_hour, grace_days })
}
