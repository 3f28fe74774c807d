/** A remedy as Terraform: the text to write, the edit of a repository's files, and the pull request that has it. */
import * as z from 'zod'

/** For those who write it themselves. Without resource types, Terraform cannot express the remedy. */
export const terraformOptionSchema = z.object({
  /** Any of these declares the resource. */
  resource_types: z.array(z.string()),
  /** As it stands in a file; "" where Terraform cannot express it. */
  snippet: z.string(),
  /** What to do, or why Terraform cannot express it: one sentence. */
  description: z.string(),
  /** What to know before it is applied; "" for nothing. */
  caution: z.string(),
})
export type TerraformOption = z.infer<typeof terraformOptionSchema>

const terraformEditSchema = z.object({
  /** As Terraform names the block: `aws_instance.batch`. */
  address: z.string(),
  /** The file and line of the first change. */
  path: z.string(),
  line: z.int(),
  description: z.string(),
  /** A unified diff, with paths below a/ and b/. */
  diff: z.string(),
})

export const pullRequestSchema = z.object({
  id: z.uuid(),
  channel: z.object({ id: z.uuid(), name: z.string() }),
  /** `northwind/infrastructure`; of GitLab with its groups. */
  repository: z.string(),
  number: z.int(),
  url: z.url(),
  title: z.string(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
})
export type PullRequest = z.infer<typeof pullRequestSchema>

export const proposedPullRequestSchema = z.object({
  /** Null where no file is changed, and after the pull request was opened. */
  edit: terraformEditSchema.nullable(),
  /** Why no file is changed; "" where one is. */
  skip_reasons: z.string(),
  /** Names the diff that was shown: exactly that is committed, or nothing. "" without a diff. */
  plan_hash: z.string(),
  /** Null until it is opened. */
  pull_request: pullRequestSchema.nullable(),
})
export type ProposedPullRequest = z.infer<typeof proposedPullRequestSchema>
