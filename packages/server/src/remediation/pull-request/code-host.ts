/** What GitHub and GitLab do for a pull request, each in its own way. */
import type { RepositoryHost } from '@kept/domain/alert-labels.ts'
import type { RepositoryClient } from '../../alerts/public/open-repository.ts'
import { findBranch } from './github-answers.ts'
import { findGitlabBranch, findMergeRequest, openMergeRequest } from './open-merge-request.ts'
import { findPullRequest, openPullRequest } from './open-pull-request.ts'
import type { OpenedPullRequest, Proposal } from './proposal.ts'
import { readGitlabTerraform } from './read-gitlab-terraform.ts'
import { readTerraform } from './read-terraform.ts'
import type { TerraformSnapshot } from './terraform-files.ts'

interface CodeHost {
  /** The commit of a branch; undefined where there is none. */
  findBranch(repository: RepositoryClient, branch: string): Promise<string | undefined>
  /** The pull request of a branch, whatever its state; undefined for none. */
  findPullRequest(repository: RepositoryClient, branch: string): Promise<OpenedPullRequest | undefined>
  /** Throws `conflict` where the repository is empty or too large. */
  readTerraform(repository: RepositoryClient): Promise<TerraformSnapshot>
  /** Throws what the host answered. */
  openPullRequest(repository: RepositoryClient, proposal: Proposal): Promise<OpenedPullRequest>
}

export const codeHosts: Record<RepositoryHost, CodeHost> = {
  github: { findBranch, findPullRequest, readTerraform, openPullRequest },
  gitlab: {
    findBranch: findGitlabBranch,
    findPullRequest: findMergeRequest,
    readTerraform: readGitlabTerraform,
    openPullRequest: openMergeRequest,
  },
}
