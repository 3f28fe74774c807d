/**
 * For tests: GitHub's REST API as far as a pull request needs it, with its rules: tokens and permissions, missing and
 * empty repositories, references that exist, trees that are named by their content.
 */
import { hash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '../../testing/listen.ts'

interface Commit {
  message: string
  tree: string
  parents: string[]
}

interface Pull {
  number: number
  html_url: string
  title: string
  body: string
  head: string
  base: string
}

export interface FakeGithub {
  url: string
  /** What the token may write; it may always read. */
  permissions: Set<'contents' | 'pull_requests'>
  branches: Map<string, string>
  commits: Map<string, Commit>
  pulls: Pull[]
  requests: string[]
  /** Answers like this once, after the request was carried out. */
  lose(request: RegExp): void
  /** Answers like this, once it is carried out, wait until the returned function is called. */
  hold(request: RegExp): () => void
  truncated: boolean
  filesOf(branch: string): Record<string, string>
  /** A commit on a branch, with exactly these files. */
  push(branch: string, files: Record<string, string>): void
  close(): void
}

const repository = 'northwind/infrastructure'
const token = 'ghp'
type Tree = Record<string, { mode: string; content: string }>
type Answer = [status: number, body: unknown]
const refused = (status: number, message: string, errors?: { message: string }[]): Answer => [
  status,
  { message, ...(errors && { errors }) },
]

export async function openGithub(): Promise<FakeGithub> {
  const trees = new Map<string, Tree>()
  let lost: RegExp | undefined
  let held: { request: RegExp; isOver: Promise<void> } | undefined
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const line = `${request.method} ${request.url?.replace(`/api/repos/${repository}`, '')}`
    github.requests.push(line)
    const [status, answer] = answerTo(github, trees, line, { authorization: request.headers.authorization, body })
    if (held?.request.test(line)) await held.isOver
    if (lost?.test(line)) {
      lost = undefined
      response.destroy()
    } else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const github: FakeGithub = {
    url: `${await listen(server)}/api/`,
    permissions: new Set(['contents', 'pull_requests']),
    branches: new Map(),
    commits: new Map(),
    ...{ pulls: [], requests: [], truncated: false },
    lose(request) {
      lost = request
    },
    hold(request) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { request, isOver: promise }
      return () => {
        held = undefined
        resolve()
      }
    },
    filesOf(branch) {
      const tree = trees.get(github.commits.get(github.branches.get(branch) ?? '')?.tree ?? '') ?? {}
      return Object.fromEntries(Object.entries(tree).map(([path, { content }]) => [path, content]))
    },
    push(branch, files) {
      const entries = Object.entries(files).map(([path, content]) => [path, { mode: '100644', content }])
      const tree = store(trees, Object.fromEntries(entries))
      const commit = { message: 'Push', tree, parents: [github.branches.get(branch) ?? ''] }
      github.branches.set(branch, store(github.commits, commit))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return github
}

/** Git names what it stores by its content. */
function store<Value>(objects: Map<string, Value>, value: Value): string {
  const sha = hash('sha1', JSON.stringify(value))
  objects.set(sha, value)
  return sha
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text ? JSON.parse(text) : {}
}

interface Requested {
  authorization: string | undefined
  body: Record<string, unknown>
}

function answerTo(
  github: FakeGithub,
  trees: Map<string, Tree>,
  line: string,
  { authorization, body }: Requested,
): Answer {
  if (authorization !== `Bearer ${token}`) return refused(401, 'Bad credentials')
  const [method = '', path = ''] = line.split(' ')
  if (path.startsWith('/api/')) return refused(404, 'Not Found')
  if (path === '') return [200, { full_name: repository, default_branch: 'main' }]
  const needed = path.startsWith('/pulls') ? 'pull_requests' : 'contents'
  if (method !== 'GET' && !github.permissions.has(needed))
    return refused(403, 'Resource not accessible by personal access token')
  if (github.branches.size === 0) return refused(409, 'Git Repository is empty.')
  return method === 'GET' ? read(github, trees, path) : write(github, trees, method, path, body)
}

function read(github: FakeGithub, trees: Map<string, Tree>, path: string): Answer {
  const [, kind = '', name = ''] =
    /^\/(git\/ref\/heads|git\/trees|git\/blobs|git\/commits|pulls)[/?](.*)$/.exec(path) ?? []
  if (kind === 'git/ref/heads') {
    const sha = github.branches.get(decodeURIComponent(name))
    return sha ? [200, { ref: `refs/heads/${name}`, object: { type: 'commit', sha } }] : refused(404, 'Not Found')
  }
  if (kind === 'git/trees') {
    const sha = github.commits.get(name.replace('?recursive=1', ''))?.tree ?? ''
    const entries = Object.entries(trees.get(sha) ?? {}).map(([file, { mode, content }]) => {
      return { path: file, mode, type: 'blob', sha: blobSha(content), size: Buffer.byteLength(content) }
    })
    return [
      200,
      {
        sha,
        tree: [{ path: 'live', mode: '040000', type: 'tree', sha: 't' }, ...entries],
        truncated: github.truncated,
      },
    ]
  }
  if (kind === 'git/blobs') {
    const all = [...trees.values()].flatMap((tree) => Object.values(tree))
    const existing = all.find(({ content }) => blobSha(content) === name)
    const content = Buffer.from(existing?.content ?? '').toString('base64')
    return existing
      ? [200, { content: content.replaceAll(/.{60}/g, '$&\n'), encoding: 'base64' }]
      : refused(404, 'Not Found')
  }
  if (kind === 'git/commits') {
    const commit = github.commits.get(name)
    return commit ? [200, { sha: name, tree: { sha: commit.tree } }] : refused(404, 'Not Found')
  }
  const head = new URLSearchParams(name).get('head')
  return kind === 'pulls'
    ? [200, github.pulls.filter((pull) => `northwind:${pull.head}` === head)]
    : refused(404, 'Not Found')
}

const blobSha = (content: string) => hash('sha1', `blob ${content}`)

function write(
  github: FakeGithub,
  trees: Map<string, Tree>,
  method: string,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: what was sent; the rules below look at it.
  body: any,
): Answer {
  if (method === 'DELETE') {
    const isRemoved = github.branches.delete(decodeURIComponent(path.replace('/git/refs/heads/', '')))
    return isRemoved ? [204, null] : refused(422, 'Reference does not exist')
  }
  if (path === '/git/trees') {
    const base = trees.get(body.base_tree)
    if (!base) return refused(422, 'base_tree is not a valid tree oid')
    return [201, { sha: store(trees, { ...base, ...Object.fromEntries(body.tree.map(entryOf)) }) }]
  }
  if (path === '/git/commits') {
    const isKnown = trees.has(body.tree) && body.parents.every((parent: string) => github.commits.has(parent))
    return isKnown ? [201, { sha: store(github.commits, body as Commit) }] : refused(422, 'Tree SHA does not exist')
  }
  if (path === '/git/refs') {
    const branch = /^refs\/heads\/(.+)$/.exec(body.ref)?.[1] ?? ''
    if (github.branches.has(branch)) return refused(422, 'Reference already exists')
    if (!github.commits.has(body.sha)) return refused(422, 'Object does not exist')
    github.branches.set(branch, body.sha)
    return [201, { ref: body.ref, object: { sha: body.sha } }]
  }
  return path === '/pulls' ? openPull(github, body) : refused(404, 'Not Found')
}

function openPull(github: FakeGithub, { title, body, head, base }: Pull): Answer {
  const isSame = github.branches.get(head) === github.branches.get(base)
  const exists = github.pulls.some((pull) => pull.head === head)
  const message = exists
    ? `A pull request already exists for northwind:${head}.`
    : `No commits between ${base} and ${head}`
  if (!github.branches.has(head) || isSame || exists) return refused(422, 'Validation Failed', [{ message }])
  const number = github.pulls.length + 7
  const pull = { number, html_url: `https://github.com/${repository}/pull/${number}`, title, body, head, base }
  github.pulls.push(pull)
  return [201, pull]
}

const entryOf = ({ path, mode, content }: { path: string; mode: string; content: string }) => [path, { mode, content }]
