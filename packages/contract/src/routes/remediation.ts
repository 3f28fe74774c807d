import { actionApprovalSchema } from '@kept/domain/action-approval.ts'
import { cloudAccountSchema } from '@kept/domain/cloud-account.ts'
import { nameSchema } from '@kept/domain/name.ts'
import { proposedPullRequestSchema, pullRequestSchema, terraformOptionSchema } from '@kept/domain/pull-request.ts'
import { recommendationSchema } from '@kept/domain/recommendation.ts'
import { remediationProviderSchema, remediationScriptSchema, remedyStepSchema } from '@kept/domain/remediation.ts'
import { remediationActionSchema } from '@kept/domain/remediation-action.ts'
import { remediationPolicyInputSchema, remediationPolicySchema } from '@kept/domain/remediation-policy.ts'
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

const recommendationRemediationSchema = z.object({
  /** What Kept can do about it; the least disruptive first. */
  options: z.array(
    z.object({
      step: remedyStepSchema,
      label: z.string(),
      permissions: z.array(z.string()),
      /** What an undo does not restore, and what it costs. */
      undo_price: z.string(),
      /** Days between the mark on the resource and its deletion; 0: at once, or nothing is deleted. */
      grace_days: z.int(),
      /** Why a remedy that deletes does not wait; "" where it does, or deletes nothing. */
      no_grace_reason: z.string(),
      /** The same by hand. */
      script: remediationScriptSchema.nullable(),
      /** The same in Terraform, for those whose resources are declared there. */
      terraform: terraformOptionSchema,
    }),
  ),
  /** Kept can act in the account of the resource. */
  possible: z.boolean(),
  critical: z.boolean(),
  skip_reasons: z.string(),
  /** The request that waits for a second person. */
  approval: actionApprovalSchema.nullable(),
  /** Why a second person has to approve it; empty where no one has to. */
  approval_reason: z.string(),
  /** Newest first, without dry runs. */
  remediation_actions: z.array(remediationActionSchema),
  /** Newest first. */
  pull_requests: z.array(pullRequestSchema),
})
export type RecommendationRemediation = z.infer<typeof recommendationRemediationSchema>

/** The planned or executed action; where Kept cannot act, the commands to run by hand. */
const recommendationActionResultSchema = z.object({
  recommendation: recommendationSchema,
  remediation_action: remediationActionSchema.nullable(),
  /** With it, nothing is changed yet: a second person has to approve the planned action. */
  approval: actionApprovalSchema.nullable(),
  script: remediationScriptSchema.nullable(),
  critical: z.boolean(),
  skip_reasons: z.string(),
})
export type RecommendationActionResult = z.infer<typeof recommendationActionResultSchema>

const policyFileSchema = z.object({
  /** The name to save it under. */
  name: z.string(),
  label: z.string(),
  text: z.string(),
})

const writePolicySchema = z.object({
  provider: remediationProviderSchema,
  kind: z.string(),
  steps: z.array(z.string()),
  permissions: z.array(z.string()),
  /** The API can limit it to resources with the tag kept:allow=true. */
  is_tag_limited: z.boolean(),
  files: z.array(policyFileSchema),
})

export const remediation = {
  permissions: route({
    method: 'GET',
    path: '/v1/remediation/permissions',
    summary: 'List the permissions of remedies',
    description:
      'For each remedy and for each provider as a whole, what to allow: IAM policy, CloudFormation, Terraform, `az`, `gcloud` or a Kubernetes role. Made from the permissions that Kept uses.',
    tag,
    needs: 'recommendations:read',
    cache: { clientSeconds: 3600 },
    input: z.object({}),
    output: answer(
      z.object({
        remedies: z.array(writePolicySchema),
        providers: z.array(z.object({ provider: remediationProviderSchema, files: z.array(policyFileSchema) })),
      }),
    ),
  }),
  ofRecommendation: route({
    method: 'GET',
    path: '/v1/cost-optimization/recommendations/{id}/remediation',
    summary: 'Get the remediation of a recommendation',
    description: 'What Kept can do about it, whether it has an account to do it in, and what was done.',
    tag,
    needs: 'recommendations:read',
    input: z.object({ id: z.uuid() }),
    output: answer(recommendationRemediationSchema),
  }),
  actOnRecommendation: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/remediate',
    summary: 'Carry out a recommendation',
    description:
      'Changes the resource in the cloud, verifies the change, and records it for the savings ledger. What would be deleted is marked first, and deleted when its grace period has ended. Can be reverted. Where a policy demands a second person, it waits for an approval. A change that takes longer than 15 seconds continues after the response.',
    tag,
    needs: 'recommendations:act',
    input: z.object({
      id: z.uuid(),
      step: remedyStepSchema,
      /** Returns the plan and changes nothing. */
      dry_run: z.boolean().default(false),
      /** Carries out exactly this dry run, or fails when the resource has changed since. */
      dry_run_id: z.uuid().optional(),
    }),
    output: answer(recommendationActionResultSchema),
  }),
  revertRecommendation: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/revert',
    summary: 'Revert a recommendation',
    description:
      'Restores the resource as it was before Kept carried out the recommendation. While it waits to be deleted, this removes its mark, and it is kept.',
    tag,
    needs: 'recommendations:act',
    input: z.object({ id: z.uuid() }),
    output: answer(recommendationActionResultSchema),
  }),
  deleteNow: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/delete-now',
    summary: 'Delete a resource before its grace period ends',
    description:
      'The resource of this recommendation is marked and waits to be deleted. It is read again first, and left alone when it was used or changed meanwhile. Where a policy demands a second person, it waits for an approval. A deletion that takes longer than 15 seconds continues after the response.',
    tag,
    needs: 'recommendations:act',
    input: z.object({ id: z.uuid() }),
    output: answer(recommendationActionResultSchema),
  }),
  proposePullRequest: route({
    method: 'POST',
    path: '/v1/cost-optimization/recommendations/{id}/pull-request',
    summary: 'Open a pull request for a recommendation',
    description:
      'Changes the Terraform files of a GitHub repository or a GitLab project in the one place that declares the resource: a branch, a commit and a pull request (GitLab: merge request), with the credential of an alert channel. GitHub needs the permissions Contents and Pull requests, both to write; GitLab needs a token with the role Developer and the scope api. A second request for the same recommendation and channel returns the pull request that is already open.',
    tag,
    needs: 'recommendations:act',
    input: z.object({
      id: z.uuid(),
      step: remedyStepSchema,
      /** A channel of GitHub or GitLab. */
      channel_id: z.uuid(),
      /** Returns the diff and writes nothing. */
      dry_run: z.boolean().default(false),
      /** Of the dry run that was shown: exactly that diff is committed, or it fails. */
      plan_hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be the plan_hash of a dry run')
        .optional(),
    }),
    output: answer(proposedPullRequestSchema),
  }),
  policy: route({
    method: 'GET',
    path: '/v1/remediation/policy',
    summary: 'Get the remediation policy',
    description:
      'What Kept does about runaway loops automatically, and how many days a resource waits before a remedy deletes it.',
    tag,
    needs: 'loops:read',
    input: z.object({}),
    output: answer(knownPolicySchema),
  }),
  setPolicy: route({
    method: 'PUT',
    path: '/v1/remediation/policy',
    summary: 'Update the remediation policy',
    description:
      'Automatic remediation must also be enabled on each rule. Grace periods apply to what is marked afterwards; what already waits keeps its date.',
    tag,
    needs: 'organization:write',
    input: remediationPolicyInputSchema,
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
