import { cloudAccountSchema } from '@kept/domain/cloud-account.ts'
import { nameSchema } from '@kept/domain/name.ts'
import { remediationProviderSchema } from '@kept/domain/remediation.ts'
import { remediationPolicySchema } from '@kept/domain/remediation-policy.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Remediation'

const knownPolicySchema = remediationPolicySchema.extend({
  changed_by: z.string(),
  changed_at: z.iso.datetime().nullable(),
})

const rightsSchema = z.record(
  remediationProviderSchema,
  z.array(z.object({ kind: z.string(), steps: z.array(z.string()), permissions: z.array(z.string()) })),
)

export const remediation = {
  policy: route({
    method: 'GET',
    path: '/v1/remediation/policy',
    summary: 'Get the remediation policy',
    description: 'What Kept does about runaway loops automatically.',
    tag,
    needs: 'loops:read',
    input: z.object({}),
    output: answer(knownPolicySchema),
  }),
  setPolicy: route({
    method: 'PUT',
    path: '/v1/remediation/policy',
    summary: 'Update the remediation policy',
    description: 'Automatic remediation must also be enabled on each rule.',
    tag,
    needs: 'organization:write',
    input: remediationPolicySchema,
    output: answer(knownPolicySchema),
  }),
  accounts: route({
    method: 'GET',
    path: '/v1/remediation/accounts',
    summary: 'List remediation accounts',
    description:
      'Cloud accounts in which Kept can act, with the permissions each resource type needs. Credentials are never returned.',
    tag,
    needs: 'loops:read',
    input: z.object({}),
    output: z.object({ data: z.array(cloudAccountSchema), meta: z.object({ rights: rightsSchema }) }),
  }),
  addAccount: route({
    method: 'POST',
    path: '/v1/remediation/accounts',
    summary: 'Create a remediation account',
    description: 'Credentials are encrypted and never returned.',
    tag,
    needs: 'organization:write',
    input: z.object({
      provider: remediationProviderSchema,
      name: nameSchema(200),
      /** AWS account, Azure subscription, Google Cloud project or cluster name; left out, any account of the provider. */
      account: z.string().trim().max(300).default(''),
      credentials: z.record(z.string(), z.string().max(20_000)),
    }),
    output: answer(cloudAccountSchema),
  }),
  removeAccount: route({
    method: 'DELETE',
    path: '/v1/remediation/accounts/{id}',
    summary: 'Delete a remediation account',
    tag,
    needs: 'organization:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ removed: z.boolean() })),
  }),
}
