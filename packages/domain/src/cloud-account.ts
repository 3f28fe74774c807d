/** An account, subscription, project or cluster that Kept may act in. Its credentials are sealed and never shown again. */
import * as z from 'zod'
import { remediationProviderSchema } from './remediation.ts'

export const cloudAccountSchema = z.object({
  id: z.uuid(),
  provider: remediationProviderSchema,
  name: z.string(),
  /** Number of the AWS account, id of the subscription or project, name of the cluster; "" for any of its provider. */
  account: z.string(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
})
export type CloudAccount = z.infer<typeof cloudAccountSchema>
