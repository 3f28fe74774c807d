// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are templates of Terraform.
/** Pull requests over HTTP, in a double of GitHub: shown first, opened once, found again, refused, and never for others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGithub, openGithub } from './remediation/testing/github.ts'
import { plantVolumeRecommendation } from './testing/plant-volume-recommendation.ts'
import { createTestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let github: FakeGithub
let id = ''
let channel = ''
const clock = Date.parse('2026-11-20T12:00:00Z')
const volume = (tag: string) =>
  `# Scratch space.\nresource "aws_ebs_volume" "scratch" {\n  size = 200\n  tags = { Name = "${tag}" }\n}\n`
const files = {
  'live/main.tf': `locals {\n  env = "prod"\n}\n\n${volume('scratch')}`,
  'README.md': '# @ana’s files\n',
}

beforeEach(async () => {
  github = await openGithub()
  kept = await openKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.1' }, { now: () => new Date(clock) })
  github.push('main', files)
  id = await plantVolumeRecommendation(kept.world.database, kept.world.scope, {
    tags: { Name: 'scratch' },
    seenAt: new Date(clock),
  })
  channel = await addChannel()
})
afterEach(async () => {
  await kept.close()
  github.close()
})

async function addChannel(
  kind: 'github' | 'slack' = 'github',
  token = 'ghp',
  repository = 'northwind/infrastructure',
): Promise<string> {
  const schedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
  const typed =
    kind === 'slack' ? ({ kind, url: github.url } as const) : ({ kind, url: github.url, token, repository } as const)
  const { data } = await kept.client.alerts.addChannel({
    name: `to ${kind} ${token}${repository === 'northwind/infrastructure' ? '' : ` ${repository}`}`,
    schedule,
    typed,
  })
  return data.id
}

const propose = (more: { dry_run?: boolean; plan_hash?: string; channel_id?: string } = {}, client = kept.client) =>
  client.remediation.proposePullRequest({ id, step: 'delete', channel_id: channel, ...more }).then(({ data }) => data)
const writes = () => github.requests.filter((line) => !line.startsWith('GET'))

it('shows the diff, then opens exactly that as one commit, lists it, and does not open it twice', async () => {
  const dryRun = await propose({ dry_run: true })
  expect(dryRun).toMatchObject({
    edit: {
      address: 'aws_ebs_volume.scratch',
      path: 'live/main.tf',
      line: 6,
      diff: expect.stringContaining('-# Scratch space.'),
    },
    ...{ skip_reasons: '', pull_request: null },
  })
  expect(writes()).toEqual([])
  const { pull_request: opened } = await propose({ plan_hash: dryRun.plan_hash })
  expect(opened).toMatchObject({
    ...{ number: 7, url: 'https://github.com/northwind/infrastructure/pull/7', repository: 'northwind/infrastructure' },
    ...{ channel: { id: channel, name: 'to github ghp' }, title: 'Unattached volume: vol-0123456789abcdef0' },
  })
  const branch = `kept/${id.slice(0, 8)}`
  expect(github.filesOf(branch)).toEqual({ ...files, 'live/main.tf': 'locals {\n  env = "prod"\n}\n' })
  expect(github.commits.get(github.branches.get(branch) ?? '')?.parents).toEqual([github.branches.get('main')])
  const [pull] = github.pulls
  expect(pull).toMatchObject({ head: branch, base: 'main' })
  expect(pull?.body).toContain('- **Estimated savings:** $15.00 a month')
  expect(pull?.body).toContain('- **Before you merge:** Terraform deletes the volume without a backup.')
  expect(pull?.body).toContain(`/savings?recommendation=${id})`)
  expect(writes()).toEqual(['POST /git/trees', 'POST /git/commits', 'POST /git/refs', 'POST /pulls'])

  expect((await propose()).pull_request).toEqual(opened)
  expect((await propose({ dry_run: true })).pull_request).toEqual(opened)
  expect(writes()).toHaveLength(4)
  const { data } = await kept.client.remediation.ofRecommendation({ id })
  expect(data.pull_requests).toEqual([opened])
  expect(data.options[0]?.terraform).toEqual({
    resource_types: ['aws_ebs_volume'],
    snippet: expect.stringContaining('resource "aws_ebs_volume"'),
    description: expect.stringMatching(/^Remove the block aws_ebs_volume that declares /),
    caution: expect.stringContaining('snapshot'),
  })
  const events = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('audit_event').select('summary').where('action', '=', 'pull_request.created').execute(),
  )
  expect(events).toEqual([{ summary: 'The pull request northwind/infrastructure#7 was opened for a recommendation.' }])
})

it('mentions no one with a name from a bill, and formats nothing by it', async () => {
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .updateTable('recommendation')
      .set({ resource_name: '@ana/x*`', summary: '<b>@ana</b> #1' })
      .where('id', '=', id)
      .execute(),
  )
  await propose()
  const [pull] = github.pulls
  const commit = github.commits.get(github.branches.get(`kept/${id.slice(0, 8)}`) ?? '')
  for (const text of [pull?.title, pull?.body, commit?.message]) expect(text).not.toMatch(/@\w/)
  expect(pull?.body).toContain('\\<b\\>@\u200bana\\</b\\> \\#1')
})

it('says why no file is changed, and then writes nothing', async () => {
  github.push('main', { 'main.tf': 'resource "aws_ebs_volume" "x" {\n  tags = { Name = "${var.env}" }\n}\n' })
  const dryRun = await propose({ dry_run: true })
  expect(dryRun).toMatchObject({ edit: null, plan_hash: '', pull_request: null })
  expect(dryRun.skip_reasons).toContain(
    'their names come from expressions: aws_ebs_volume.x (main.tf, line 1). By hand',
  )
  await expect(propose()).rejects.toThrow('their names come from expressions')
  expect(writes()).toEqual([])
})

it('does not commit another diff than the one that was shown', async () => {
  const { plan_hash } = await propose({ dry_run: true })
  github.push('main', { ...files, 'other.tf': '# new\n' })
  github.push('main', { ...files, 'live/main.tf': volume('scratch') })
  await expect(propose({ plan_hash })).rejects.toThrow('The files have changed since the diff was shown')
  expect(writes()).toEqual([])
  await expect(propose({ plan_hash: 'x' })).rejects.toThrow()
})

describe('after a lost response', () => {
  it.each([/POST \/pulls/, /POST \/git\/refs/, /POST \/git\/commits/])(
    'to %s, one pull request is opened',
    async (request) => {
      github.lose(request)
      await expect(propose()).rejects.toMatchObject({ code: 'busy' })
      expect((await propose()).pull_request?.number).toBe(7)
      expect(github.pulls).toHaveLength(1)
      expect(github.filesOf(`kept/${id.slice(0, 8)}`)['live/main.tf']).not.toContain('scratch')
    },
  )

  it('a branch with other files is not used', async () => {
    github.push(`kept/${id.slice(0, 8)}`, { 'x.tf': '' })
    await expect(propose()).rejects.toThrow('Delete it if no one needs it')
    expect(github.pulls).toEqual([])
  })
})

describe('what GitHub refuses', () => {
  it('names the permissions that the token lacks, and leaves no branch behind', async () => {
    github.permissions.delete('pull_requests')
    await expect(propose()).rejects.toThrow(
      'GitHub denied access (403): Resource not accessible by personal access token. The token needs the permissions Contents: write and Pull requests: write',
    )
    expect([...github.branches.keys()]).toEqual(['main'])
    github.permissions.clear()
    await expect(propose()).rejects.toThrow('Contents: write')
    github.permissions.add('contents').add('pull_requests')
    expect((await propose()).pull_request?.number).toBe(7)
  })

  it('is said in a sentence: token, empty repository, too many files', async () => {
    const other = await addChannel('github', 'wrong')
    await expect(propose({ channel_id: other })).rejects.toThrow('GitHub rejected the token (401)')
    const missing = await addChannel('github', 'ghp', 'northwind/other')
    await expect(propose({ channel_id: missing })).rejects.toThrow('GitHub did not find northwind/other, or the token')
    github.truncated = true
    await expect(propose()).rejects.toThrow('more files than GitHub lists at once')
    github.truncated = false
    const many = Array.from({ length: 501 }, (_, index) => [`m${index}.tf`, ''])
    github.push('main', Object.fromEntries(many))
    await expect(propose({ dry_run: true })).rejects.toThrow('has 501 Terraform files; Kept reads up to 500')
    github.push('main', { 'a.tf': '#'.repeat(1_000_001) })
    await expect(propose({ dry_run: true })).rejects.toThrow('a.tf is larger than 1 MB')
    github.push('main', { ['x'.repeat(5_000_000)]: '' })
    await expect(propose({ dry_run: true })).rejects.toThrow('is larger than 4 MB, more than Kept reads')
    github.branches.clear()
    await expect(propose({ dry_run: true })).rejects.toThrow('northwind/infrastructure has no commits on main')
  })
})

it('asks again after a request that never ended', async () => {
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .insertInto('pull_request')
      .values({
        ...{ id: '00000000-0000-4000-8000-000000000007', organization_id: kept.world.scope.organizationId },
        ...{ recommendation_id: id, channel_id: channel, repository: 'x/y', title: 'x', created_by: 'x' },
        ...{ created_at: new Date(clock), claimed_until: new Date(Date.now() + 300_000) },
      })
      .execute(),
  )
  await expect(propose()).rejects.toThrow('The pull request is being opened')
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .updateTable('pull_request')
      .set({ claimed_until: new Date(0) })
      .execute(),
  )
  expect((await propose()).pull_request).toMatchObject({ number: 7, repository: 'northwind/infrastructure' })
})

it('opens none for a recommendation that is dismissed', async () => {
  await kept.client.costOptimization.dismiss({ id, reason: 'Needed for audits.' })
  await expect(propose()).rejects.toThrow('A recommendation that is dismissed cannot be carried out.')
  expect(github.requests).toEqual([])
})

it('opens one pull request for two requests at the same time', async () => {
  const results = await Promise.allSettled([propose(), propose()])
  expect(github.pulls).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected') expect(String(result.reason)).toContain('is being opened')
    else expect(result.value.pull_request?.number).toBe(7)
  }
})

it('refuses other channels, steps, organizations, and those who may not act', async () => {
  const slack = await addChannel('slack')
  await expect(propose({ channel_id: slack })).rejects.toThrow('opens no pull requests')
  await expect(propose({}, kept.otherClient)).rejects.toMatchObject({ code: 'not_found' })
  const ownOfOther = await plantVolumeRecommendation(kept.world.database, kept.world.otherScope, {
    seenAt: new Date(clock),
  })
  const request = { id: ownOfOther, step: 'delete', channel_id: channel, dry_run: true } as const
  await expect(kept.otherClient.remediation.proposePullRequest(request)).rejects.toThrow('Channel not found')
  await expect(
    kept.client.remediation.proposePullRequest({ id, step: 'stop', channel_id: channel, dry_run: true }),
  ).rejects.toThrow('Choose one of these steps: delete')
  await kept.client.alerts.changeChannel({ id: channel, enabled: false })
  await expect(propose({ dry_run: true })).rejects.toThrow('is turned off')
  const viewer = await createTestUser(kept, {
    name: 'Vera',
    in: 'own',
    grants: { allow: [], deny: ['recommendations:act'] },
  })
  await expect(propose({ dry_run: true }, viewer.client)).rejects.toMatchObject({ code: 'forbidden' })
  expect(github.requests).toEqual([])
})
