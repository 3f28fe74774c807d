import { cloudAccountSchema } from '@kept/domain/cloud-account.ts'
import { nameSchema } from '@kept/domain/name.ts'
import { remediationProviderSchema } from '@kept/domain/remediation.ts'
import { remediationPolicySchema } from '@kept/domain/remediation-policy.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Remediation'

export const knownPolicySchema = remediationPolicySchema.extend({
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
    summary: 'What Kept may do about runaway loops by itself',
    tag,
    needs: 'loops:read',
    input: z.object({}),
    output: answer(knownPolicySchema),
  }),
  setPolicy: route({
    method: 'PUT',
    path: '/v1/remediation/policy',
    summary: 'Set what Kept may do by itself; each rule still has a switch of its own',
    tag,
    needs: 'organization:write',
    input: remediationPolicySchema,
    output: answer(knownPolicySchema),
  }),
  accounts: route({
    method: 'GET',
    path: '/v1/remediation/accounts',
    summary: 'Accounts Kept may act in, without their credentials, and the least rights each kind of resource needs',
    tag,
    needs: 'loops:read',
    input: z.object({}),
    output: z.object({ data: z.array(cloudAccountSchema), meta: z.object({ rights: rightsSchema }) }),
  }),
  addAccount: route({
    method: 'POST',
    path: '/v1/remediation/accounts',
    summary: 'Let Kept act in an account; its credentials are sealed and never shown again',
    tag,
    needs: 'organization:write',
    input: z.object({
      provider: remediationProviderSchema,
      name: nameSchema(200),
      /** AWS account, Azure subscription, Google project, name of the cluster; left out, any of its provider. */
      account: z.string().trim().max(300).default(''),
      credentials: z.record(z.string(), z.string().max(20_000)),
    }),
    output: answer(cloudAccountSchema),
  }),
  removeAccount: route({
    method: 'DELETE',
    path: '/v1/remediation/accounts/{id}',
    summary: 'Kept may no longer act in this account',
    tag,
    needs: 'organization:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ removed: z.boolean() })),
  }),
}
