/**
 * For tests: GitLab's REST API as far as merge requests and issues need it, with its rules: tokens, scopes and roles, missing
 * and empty projects, pages of a tree, branches that exist, files that do.
 */
import { hash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '../../testing/listen.ts'

interface MergeRequest {
  iid: number
  web_url: string
  title: string
  description: string
  source_branch: string
  target_branch: string
}

interface Commit {
  message: string
  parent: string | undefined
  files: Record<string, string>
}

export interface FakeGitlab {
  url: string
  /** What the token may do: of the scope `api`, a Developer writes branches and merge requests, a Reporter issues. */
  role: 'developer' | 'reporter'
  hasApiScope: boolean
  branches: Map<string, string>
  commits: Map<string, Commit>
  mergeRequests: MergeRequest[]
  issues: { iid: number; title: string; description: string; labels: string[]; notes: string[] }[]
  requests: string[]
  /** Answers like this once, after the request was carried out. */
  lose(request: RegExp): void
  filesOf(branch: string): Record<string, string>
  /** A commit on a branch, with exactly these files. */
  push(branch: string, files: Record<string, string>): void
  close(): void
}

const project = 'northwind/platform/infrastructure'
const token = 'glpat'
type Answer = [status: number, body: unknown]
// biome-ignore lint/suspicious/noExplicitAny: what was sent; the rules below look at it.
type Body = any

export async function openGitlab(): Promise<FakeGitlab> {
  let lost: RegExp | undefined
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const line = `${request.method} ${request.url?.replace(`/api/v4/projects/${encodeURIComponent(project)}`, '')}`
    gitlab.requests.push(line)
    const [status, answer] = answerTo(gitlab, line, request.headers['private-token'], body)
    if (lost?.test(line)) {
      lost = undefined
      response.destroy()
    } else
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(status === 204 ? '' : JSON.stringify(answer))
  })
  const gitlab: FakeGitlab = {
    url: `${await listen(server)}/api/v4/`,
    ...{ role: 'developer', hasApiScope: true, branches: new Map(), commits: new Map() },
    ...{ mergeRequests: [], issues: [], requests: [] },
    lose(request) {
      lost = request
    },
    filesOf: (branch) => gitlab.commits.get(gitlab.branches.get(branch) ?? '')?.files ?? {},
    push: (branch, files) => commitTo(gitlab, branch, { message: 'Push', parent: gitlab.branches.get(branch), files }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return gitlab
}

function commitTo({ branches, commits }: FakeGitlab, branch: string, commit: Commit): void {
  const id = hash('sha1', JSON.stringify(commit))
  commits.set(id, commit)
  branches.set(branch, id)
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text ? JSON.parse(text) : {}
}

function answerTo(gitlab: FakeGitlab, line: string, sent: unknown, body: Body): Answer {
  if (sent !== token) return [401, { message: '401 Unauthorized' }]
  const [method = '', path = ''] = line.split(' ')
  if (path.startsWith('/api/')) return [404, { message: '404 Project Not Found' }]
  const url = new URL(path, 'https://gitlab.example')
  if (method !== 'GET') return write(gitlab, method, url.pathname, body)
  if (path === '')
    return [200, { path_with_namespace: project, default_branch: gitlab.branches.size > 0 ? 'main' : null }]
  return read(gitlab, url)
}

function read({ branches, commits, mergeRequests, issues }: FakeGitlab, { pathname, searchParams }: URL): Answer {
  const [, kind = '', name = ''] =
    /^\/(repository\/(?:branches|tree|blobs|compare|files)|merge_requests|issues)\/?(.*)$/.exec(pathname) ?? []
  const files = commits.get(searchParams.get('ref') ?? '')?.files
  switch (kind) {
    case 'repository/branches': {
      const id = branches.get(decodeURIComponent(name))
      return id ? [200, { name, commit: { id } }] : [404, { message: '404 Branch Not Found' }]
    }
    case 'repository/tree': {
      if (!files) return [404, { message: '404 Tree Not Found' }]
      const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('per_page') ?? 20)]
      const entries = Object.entries(files).map(([path, content]) => {
        return { id: blobId(content), name: path, path, type: 'blob', mode: '100644' }
      })
      return [200, entries.slice((page - 1) * size, page * size)]
    }
    case 'repository/blobs': {
      const all = [...commits.values()].flatMap((commit) => Object.values(commit.files))
      return [200, inBase64(all.find((content) => blobId(content) === name) ?? '')]
    }
    case 'repository/compare': {
      const [from, to] = ['from', 'to'].map((side) => commits.get(searchParams.get(side) ?? '')?.files ?? {})
      const paths = new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])
      const diffs = [...paths].filter((path) => from?.[path] !== to?.[path]).map((path) => ({ new_path: path }))
      return [200, { diffs }]
    }
    case 'repository/files': {
      const content = files?.[decodeURIComponent(name)]
      return content === undefined ? [404, { message: '404 File Not Found' }] : [200, inBase64(content)]
    }
    case 'merge_requests':
      return [200, mergeRequests.filter(({ source_branch }) => source_branch === searchParams.get('source_branch'))]
    case 'issues':
      return [
        200,
        issues.filter(({ labels }) => labels.includes(searchParams.get('labels') ?? '')).map(({ iid }) => issueOf(iid)),
      ]
    default:
      return [404, { message: '404 Not Found' }]
  }
}

const blobId = (content: string) => hash('sha1', `blob ${content}`)
const inBase64 = (content: string) => ({ content: Buffer.from(content).toString('base64'), encoding: 'base64' })
const issueOf = (iid: number) => ({ iid, web_url: `https://gitlab.com/${project}/-/issues/${iid}` })

function write(gitlab: FakeGitlab, method: string, path: string, body: Body): Answer {
  if (!gitlab.hasApiScope)
    return [
      403,
      { error: 'insufficient_scope', error_description: 'The request requires higher privileges', scope: 'api' },
    ]
  const [, note] = /^\/issues\/(\d+)\/notes$/.exec(path) ?? []
  if (note) {
    gitlab.issues.find(({ iid }) => iid === Number(note))?.notes.push(body.body)
    return [201, { id: 1 }]
  }
  if (path === '/issues') {
    const iid = gitlab.issues.length + 3
    gitlab.issues.push({
      iid,
      title: body.title,
      description: body.description,
      labels: body.labels.split(','),
      notes: [],
    })
    return [201, issueOf(iid)]
  }
  if (gitlab.role !== 'developer') return [403, { message: '403 Forbidden' }]
  if (method === 'DELETE')
    return gitlab.branches.delete(decodeURIComponent(path.replace('/repository/branches/', '')))
      ? [204, null]
      : [404, { message: '404 Branch Not Found' }]
  if (path === '/repository/commits') return commitFiles(gitlab, body)
  return path === '/merge_requests' ? openMergeRequest(gitlab, body) : [404, { message: '404 Not Found' }]
}

function commitFiles(gitlab: FakeGitlab, { branch, start_sha: start, commit_message: message, actions }: Body): Answer {
  if (gitlab.branches.has(branch)) return [400, { message: `A branch called '${branch}' already exists.` }]
  const base = gitlab.commits.get(start)
  if (!base) return [400, { message: 'Cannot find start_sha' }]
  const files = { ...base.files }
  for (const { action, file_path: path, content } of actions) {
    if ((action === 'update') !== path in files)
      return [
        400,
        {
          message: action === 'update' ? "A file with this name doesn't exist" : 'A file with this name already exists',
        },
      ]
    files[path] = content
  }
  commitTo(gitlab, branch, { message, parent: start, files })
  return [201, { id: gitlab.branches.get(branch) }]
}

function openMergeRequest({ branches, mergeRequests }: FakeGitlab, { title, description, ...others }: Body): Answer {
  const { source_branch, target_branch } = others
  if (!branches.has(source_branch)) return [400, { message: { source_branch: ['does not exist'] } }]
  if (!branches.has(target_branch)) return [400, { message: { target_branch: ['does not exist'] } }]
  if (mergeRequests.some((existing) => existing.source_branch === source_branch))
    return [409, { message: ['Another open merge request already exists for this source branch: !7'] }]
  const iid = mergeRequests.length + 7
  const web_url = `https://gitlab.com/${project}/-/merge_requests/${iid}`
  const opened = { iid, web_url, title, description, source_branch, target_branch }
  mergeRequests.push(opened)
  return [201, opened]
}
