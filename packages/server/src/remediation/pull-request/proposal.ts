/** What is to be opened as a pull request, and the one that was opened. */
import type { TerraformFile } from '@kept/connectors/remediation/terraform/plan/workspace.ts'
import type { PullRequestText } from './pull-request-text.ts'
import type { TerraformSnapshot } from './terraform-files.ts'

export interface Proposal {
  branch: string
  /** What an earlier request left of the branch; undefined for nothing. */
  existing: string | undefined
  snapshot: TerraformSnapshot
  files: readonly TerraformFile[]
  text: PullRequestText
}

export interface OpenedPullRequest {
  number: number
  url: string
}
