import { describe, expect, it } from 'vitest'
import { isProgramAgent, isProgramName } from './is-program.ts'
import { readActivity } from './read-activity.ts'

describe('accounts of programs', () => {
  it.each([
    ...['svc-monitor', 'renovate[bot]', 'jenkins', 'ci-deploy', 'deploy@acme.iam.gserviceaccount.com', 'build-agent'],
    ...['nessus-scanner', 'WEB01$', 'github-actions', 'prometheus', 'system:serviceaccount:ci:default', 'svc_backup2'],
  ])('%s', (name) => expect(isProgramName(name)).toBe(true))
  it.each([
    ...['ana.cruz@example.com', 'ci.wang', 'ubuntu', 'root', 'ec2-user', 'r.abbott', 'dev', 'test', 'b0t-fan'],
    ...['chef.anna', '4711', 'job.de.vries'],
  ])('not %s', (name) => expect(isProgramName(name)).toBe(false))
})

describe('user agents of programs', () => {
  it.each([
    ...['UptimeRobot/2.0', 'kube-probe/1.31', 'curl/8.5', 'Boto3/1.34 md/Botocore', 'python-requests/2.32'],
    ...['Mozilla/5.0 (compatible; Googlebot/2.1)', 'APN/1.0 HashiCorp/1.0 Terraform/1.9'],
  ])('%s', (agent) => expect(isProgramAgent(agent)).toBe(true))
  it.each([
    ...['Mozilla/5.0 (Macintosh) AppleWebKit/605.1 Safari/605.1', 'aws-cli/2.17.0 md/Botocore#1.34', 'vscode', ''],
    ...['kubectl/v1.31.0', 'PostmanRuntime/7.4', 'signin.amazonaws.com'],
  ])('not %s', (agent) => expect(isProgramAgent(agent)).toBe(false))
})

describe('what is read', () => {
  const read = (text: string) => {
    const types: string[] = []
    const reader = readActivity('file', {
      event: ({ activity_type }) => void types.push(activity_type),
      rejectedRows: ({ reason }) => {
        throw new Error(reason)
      },
      ignored: () => {},
    })
    reader.push(text)
    reader.end()
    return types
  }
  const event = { environment_id: 'e', activity_type: 'http_request', timestamp: '2026-09-01T08:00:00Z' }
  it('a request of a monitor is automation, one of a browser is use', () => {
    const lines = [
      { ...event, user_agent: 'UptimeRobot/2.0' },
      { ...event, user_agent: 'Mozilla/5.0' },
      { ...event, user_id: 'svc-monitor' },
      { ...event, user_id: 'ana' },
    ]
    const expected = ['automation', 'http_request', 'automation', 'http_request']
    expect(read([...lines, ...lines].map((line) => JSON.stringify(line)).join('\n'))).toEqual([
      ...expected,
      ...expected,
    ])
  })
  it('a build that a push started is use, whatever account runs it; one of a bot never', () => {
    const head = 'host,start,end,user,job,trigger'
    const row = (user: string, trigger: string) => `e,2026-09-01T08:00:00Z,2026-09-01T08:10:00Z,${user},1,${trigger}`
    expect(read([head, row('jenkins', 'push'), row('jenkins', ''), row('renovate[bot]', 'push')].join('\n'))).toEqual([
      'pipeline',
      'automation',
      'automation',
    ])
  })
  it('a session of a role that pipelines assume is automation', () => {
    const record = (arn: string, userAgent: string) => ({
      ...{ eventID: arn, eventName: 'StartSession', eventSource: 'ssm.amazonaws.com', userAgent },
      ...{ eventTime: '2026-09-01T08:00:00Z', requestParameters: { target: 'i-0abc' } },
      userIdentity: { type: 'AssumedRole', arn },
    })
    expect(
      read(
        JSON.stringify({
          Records: [
            record('arn:aws:sts::1:assumed-role/gitlab-runner/4711', 'aws-cli/2.17'),
            record('arn:aws:sts::1:assumed-role/Dev/ana', 'aws-cli/2.17'),
            record('arn:aws:sts::1:assumed-role/Dev/bo', 'Boto3/1.34 exec-env/AWS_Lambda_python3.12'),
          ],
        }),
      ),
    ).toEqual(['automation', 'terminal_session', 'automation'])
  })
})
