/** Merge requests over HTTP, in a double of GitLab: shown first, opened once, found again, refused, and never for others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGitlab, openGitlab } from './remediation/testing/gitlab.ts'
import { plantVolumeRecommendation } from './testing/plant-volume-recommendation.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let gitlab: FakeGitlab
let id = ''
let channel = ''
const clock = Date.parse('2026-11-20T12:00:00Z')
const project = 'northwind/platform/infrastructure'
const volume = 'resource "aws_ebs_volume" "scratch" {\n  size = 200\n  tags = { Name = "scratch" }\n}\n'
const files = { 'live/main.tf': `locals {\n  env = "prod"\n}\n\n${volume}`, 'README.md': '# Ana’s files\n' }

beforeEach(async () => {
  gitlab = await openGitlab()
  kept = await openKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.1' }, { now: () => new Date(clock) })
  gitlab.push('main', files)
  const tags = { Name: 'scratch' }
  id = await plantVolumeRecommendation(kept.world.database, kept.world.scope, { tags, seenAt: new Date(clock) })
  channel = await addChannel()
})
afterEach(async () => {
  await kept.close()
  gitlab.close()
})

const schedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
async function addChannel({ token = 'glpat', repository = project, url = gitlab.url } = {}): Promise<string> {
  const typed = { kind: 'gitlab', url, token, repository } as const
  const { data } = await kept.client.alerts.addChannel({ name: `to ${token} ${repository} ${url}`, schedule, typed })
  return data.id
}

const propose = (more: { dry_run?: boolean; plan_hash?: string; channel_id?: string } = {}, client = kept.client) =>
  client.remediation.proposePullRequest({ id, step: 'delete', channel_id: channel, ...more }).then(({ data }) => data)
const writes = () => gitlab.requests.filter((line) => !line.startsWith('GET'))

it('shows the diff, then opens exactly that as one commit, lists it, and does not open it twice', async () => {
  const dryRun = await propose({ dry_run: true })
  expect(dryRun).toMatchObject({
    edit: { address: 'aws_ebs_volume.scratch', path: 'live/main.tf', line: 5 },
    ...{ skip_reasons: '', pull_request: null },
  })
  expect(writes()).toEqual([])
  const { pull_request: opened } = await propose({ plan_hash: dryRun.plan_hash })
  expect(opened).toMatchObject({
    ...{ number: 7, url: `https://gitlab.com/${project}/-/merge_requests/7`, repository: project },
    ...{ channel: { id: channel }, title: 'Unattached volume: vol-0123456789abcdef0' },
  })
  const branch = `kept/${id.slice(0, 8)}`
  expect(gitlab.filesOf(branch)).toEqual({ ...files, 'live/main.tf': 'locals {\n  env = "prod"\n}\n' })
  expect(gitlab.commits.get(gitlab.branches.get(branch) ?? '')?.parent).toBe(gitlab.branches.get('main'))
  expect(gitlab.mergeRequests).toMatchObject([{ source_branch: branch, target_branch: 'main' }])
  expect(gitlab.mergeRequests[0]?.description).toContain('- **Estimated savings:** $15.00 a month')
  expect(writes()).toEqual(['POST /repository/commits', 'POST /merge_requests'])

  expect((await propose()).pull_request).toEqual(opened)
  expect(writes()).toHaveLength(2)
  const { data } = await kept.client.remediation.ofRecommendation({ id })
  expect(data.pull_requests).toEqual([opened])
  const events = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('audit_event').select('summary').where('action', '=', 'pull_request.created').execute(),
  )
  expect(events).toEqual([{ summary: `The pull request ${project}!7 was opened for a recommendation.` }])
})

it('mentions no one with a name from a bill, and gives GitLab no command', async () => {
  const summary = 'x\n/close\n@ana'
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('recommendation').set({ resource_name: '@ana', title: '/close @ana', summary }).execute(),
  )
  await propose()
  const [mergeRequest] = gitlab.mergeRequests
  for (const text of [mergeRequest?.title, mergeRequest?.description]) expect(text).not.toMatch(/@\w/)
  expect(mergeRequest?.description).not.toMatch(/^\s*\/\w/m)
})

it('does not commit another diff than the one that was shown', async () => {
  const { plan_hash } = await propose({ dry_run: true })
  gitlab.push('main', { 'live/main.tf': volume })
  await expect(propose({ plan_hash })).rejects.toThrow('The files have changed since the diff was shown')
  expect(writes()).toEqual([])
})

it('reads every page of a project', async () => {
  const others = Array.from({ length: 950 }, (_, index) => [`docs/${index}.md`, 'x'])
  gitlab.push('main', { ...Object.fromEntries(others), ...files })
  expect((await propose({ dry_run: true })).edit).toMatchObject({ path: 'live/main.tf' })
})

describe('after a lost response', () => {
  it.each([/POST \/merge_requests/, /POST \/repository\/commits/])(
    'to %s, one merge request is opened',
    async (request) => {
      gitlab.lose(request)
      await expect(propose()).rejects.toMatchObject({ code: 'busy' })
      expect((await propose()).pull_request?.number).toBe(7)
      expect(gitlab.mergeRequests).toHaveLength(1)
      expect(gitlab.filesOf(`kept/${id.slice(0, 8)}`)['live/main.tf']).not.toContain('scratch')
    },
  )

  it.each<Record<string, string>>([{ 'x.tf': '' }, { ...files, 'live/main.tf': '# Someone was here.\n' }])(
    'a branch with other files is not used',
    async (other) => {
      gitlab.push(`kept/${id.slice(0, 8)}`, other)
      await expect(propose()).rejects.toThrow('Delete it if no one needs it')
      expect(gitlab.mergeRequests).toEqual([])
    },
  )
})

describe('what GitLab refuses', () => {
  const needed = `The token needs the role Developer and the scope api (a project access token is enough) for ${project}.`

  it('names the scope or the role that the token lacks, and leaves no branch behind', async () => {
    gitlab.hasApiScope = false
    const scope = 'GitLab denied access (403): The request requires higher privileges.'
    await expect(propose()).rejects.toThrow(`${scope} ${needed}`)
    Object.assign(gitlab, { hasApiScope: true, role: 'reporter' })
    await expect(propose()).rejects.toThrow(`GitLab denied access (403): 403 Forbidden. ${needed}`)
    expect([...gitlab.branches.keys()]).toEqual(['main'])
    gitlab.role = 'developer'
    expect((await propose()).pull_request?.number).toBe(7)
  })

  it('is said in a sentence: token, project, address, empty project, branch, too many files', async () => {
    const wrong = await addChannel({ token: 'wrong' })
    await expect(propose({ channel_id: wrong })).rejects.toThrow('GitLab rejected the token (401)')
    const missing = await addChannel({ repository: 'northwind/other' })
    await expect(propose({ channel_id: missing })).rejects.toThrow('GitLab did not find northwind/other, or the token')
    const many = Array.from({ length: 501 }, (_, index) => [`m${index}.tf`, ''])
    gitlab.push('main', Object.fromEntries(many))
    await expect(propose({ dry_run: true })).rejects.toThrow('has 501 Terraform files; Kept reads up to 500')
    gitlab.push('main', { 'a.tf': '#'.repeat(1_000_001) })
    await expect(propose({ dry_run: true })).rejects.toThrow('a.tf is larger than 1 MB')
    gitlab.branches.delete('main')
    gitlab.push('develop', files)
    await expect(propose({ dry_run: true })).rejects.toThrow(`${project} has no commits on main`)
    gitlab.branches.clear()
    await expect(propose({ dry_run: true })).rejects.toThrow(`${project} has no commits on its default branch`)
    await expect(addChannel({ repository: 'infrastructure' })).rejects.toThrow('must be a group and a project')
  })
})

it('reaches no private address that the operator has not opened', async () => {
  const closed = await openKept({}, { now: () => new Date(clock) })
  try {
    const typed = { kind: 'gitlab', url: 'https://127.0.0.1/api/v4', token: 'glpat', repository: project } as const
    await expect(closed.client.alerts.addChannel({ name: 'private', schedule, typed })).rejects.toThrow(/private/)
  } finally {
    await closed.close()
  }
})

it('is not opened through the channel of another organization', async () => {
  await expect(propose({}, kept.otherClient)).rejects.toMatchObject({ code: 'not_found' })
  const seenAt = new Date(clock)
  const ownOfOther = await plantVolumeRecommendation(kept.world.database, kept.world.otherScope, { seenAt })
  const request = { id: ownOfOther, step: 'delete', channel_id: channel, dry_run: true } as const
  await expect(kept.otherClient.remediation.proposePullRequest(request)).rejects.toThrow('Channel not found')
  expect(gitlab.requests).toEqual([])
})

describe('issues', () => {
  it('are opened for tickets, once', async () => {
    const texts = { title: 'Delete it', body: 'Please.\n/close\n@ana' }
    const create = () => kept.client.tickets.createForRecommendation({ id, channel_id: channel, ...texts })
    const { data } = await create()
    expect(data).toMatchObject({
      tracker: 'gitlab',
      key: `${project}#3`,
      url: `https://gitlab.com/${project}/-/issues/3`,
    })
    await create()
    expect(gitlab.issues).toHaveLength(1)
    expect(gitlab.issues[0]?.description).not.toMatch(/^\/|@\w/m)
  })

  it('tell what a wrong token or project is', async () => {
    const wrong = await addChannel({ token: 'wrong' })
    const { data } = await kept.client.alerts.testChannel({ id: wrong })
    expect(JSON.stringify(data)).toContain('GitLab rejected the token (401)')
    const missing = await addChannel({ repository: 'northwind/other' })
    const answer = await kept.client.alerts.testChannel({ id: missing })
    expect(JSON.stringify(answer.data)).toContain('GitLab did not find the project (404)')
  })
})
