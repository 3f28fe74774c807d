/** Each activity source, in the format of its vendor, in chunks of any size. */
import { expect, it } from 'vitest'
import { delivery, github, read, short } from './testing/read-all.ts'

it.each([
  [
    'a push to GitHub',
    github('push', { ref: 'refs/heads/main' }),
    ['acme/api | commit | 2026-09-01T06:00:00Z | 0 | ada'],
  ],
  [
    'a workflow run',
    github('workflow_run', {
      action: 'completed',
      workflow_run: {
        event: 'push',
        actor: { login: 'ada' },
        run_started_at: '2026-09-01T08:00:00Z',
        updated_at: '2026-09-01T08:07:30Z',
      },
    }),
    ['acme/api | pipeline | 2026-09-01T08:00:00Z | 450 | ada'],
  ],
  [
    'a workflow run of a timer',
    github('workflow_run', {
      action: 'completed',
      workflow_run: { event: 'schedule', run_started_at: '2026-09-01T08:00:00Z', updated_at: '2026-09-01T08:01:00Z' },
    }),
    ['acme/api | scheduled_job | 2026-09-01T08:00:00Z | 60 | '],
  ],
  [
    'a deployment',
    github('deployment', {
      deployment: { environment: 'staging', created_at: '2026-09-01T08:00:00Z', creator: { login: 'ada' } },
    }),
    ['acme/api/staging | deploy | 2026-09-01T08:00:00Z | 0 | ada'],
  ],
  [
    'a push to GitLab',
    delivery(
      { 'X-Gitlab-Event': 'Push Hook' },
      {
        object_kind: 'push',
        checkout_sha: 'c0ffee',
        user_username: 'bob',
        project: { path_with_namespace: 'acme/web' },
        commits: [{ timestamp: '2026-09-01T10:00:00+02:00' }],
      },
    ),
    ['acme/web | commit | 2026-09-01T08:00:00Z | 0 | bob'],
  ],
  [
    'a GitLab pipeline',
    delivery(
      { 'X-Gitlab-Event': 'Pipeline Hook' },
      {
        object_kind: 'pipeline',
        project: { path_with_namespace: 'acme/web' },
        user: { username: 'bob', email: '[REDACTED]' },
        object_attributes: {
          id: 31,
          status: 'success',
          source: 'push',
          created_at: '2026-09-01 08:00:00 UTC',
          finished_at: '2026-09-01 08:02:00 UTC',
        },
      },
    ),
    ['acme/web | pipeline | 2026-09-01T08:00:00Z | 120 | bob'],
  ],
  [
    'CloudTrail',
    JSON.stringify({
      Records: [
        {
          eventID: 'e1',
          eventTime: '2026-09-01T08:00:00Z',
          eventSource: 'ssm.amazonaws.com',
          eventName: 'StartSession',
          userIdentity: { type: 'AssumedRole', arn: 'arn:aws:sts::1:assumed-role/dev/ada@example.com' },
          requestParameters: { target: 'i-0abc' },
        },
        {
          eventID: 'e2',
          eventTime: '2026-09-01T09:00:00Z',
          eventSource: 'ec2.amazonaws.com',
          eventName: 'StopInstances',
          userIdentity: { type: 'AWSService', invokedBy: 'scheduler' },
          requestParameters: { instancesSet: { items: [{ instanceId: 'i-0abc' }, { instanceId: 'i-0def' }] } },
        },
      ],
    }),
    [
      'i-0abc | terminal_session | 2026-09-01T08:00:00Z | 0 | ada@example.com',
      'i-0abc | environment_stopped | 2026-09-01T09:00:00Z | 0 | ',
      'i-0def | environment_stopped | 2026-09-01T09:00:00Z | 0 | ',
    ],
  ],
  [
    'a Kubernetes audit log',
    JSON.stringify({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      auditID: 'a1',
      stage: 'ResponseComplete',
      verb: 'create',
      user: { username: 'ada' },
      objectRef: { resource: 'pods', subresource: 'exec', namespace: 'dev-ada' },
      requestReceivedTimestamp: '2026-09-01T08:00:00.000000Z',
      stageTimestamp: '2026-09-01T08:20:00.000000Z',
    }),
    ['dev-ada | terminal_session | 2026-09-01T08:00:00Z | 1200 | ada'],
  ],
  [
    'Kubernetes events',
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [
        {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { uid: 'u1' },
          involvedObject: { namespace: 'dev-ada' },
          reason: 'ScalingReplicaSet',
          message: 'Scaled down replica set web-5 to 0 from 2',
          lastTimestamp: '2026-09-01T18:00:00Z',
        },
      ],
    }),
    ['dev-ada | environment_stopped | 2026-09-01T18:00:00Z | 0 | '],
  ],
  [
    'Coder',
    JSON.stringify({
      audit_logs: [
        {
          id: 'c1',
          time: '2026-09-01T08:00:00Z',
          action: 'start',
          resource_type: 'workspace_build',
          resource_target: 'dev',
          user: { username: 'ada', email: 'ada@example.com' },
          additional_fields: { workspace_name: 'dev', workspace_id: 'w-1' },
        },
      ],
    }),
    ['w-1 | environment_started | 2026-09-01T08:00:00Z | 0 | ada'],
  ],
  [
    'the connections of Coder',
    JSON.stringify({
      connection_logs: [
        {
          id: 'c2',
          connect_time: '2026-09-01T08:00:00Z',
          workspace_id: 'w-1',
          workspace_name: 'dev',
          type: 'vscode',
          ssh_info: { disconnect_time: '2026-09-01T09:30:00Z' },
        },
      ],
    }),
    ['w-1 | ide_session | 2026-09-01T08:00:00Z | 5400 | '],
  ],
  [
    'Codespaces',
    '[{"action":"codespaces.connect","actor":"ada","name":"fluffy-disco","repo":"acme/api","@timestamp":1788249600000,"_document_id":"d1"}]',
    ['fluffy-disco | ide_session | 2026-09-01T08:00:00Z | 0 | ada'],
  ],
  [
    'Gitpod',
    '{"entries":[{"id":"g1","actorId":"u1","actorPrincipal":"PRINCIPAL_USER","subjectId":"env1","subjectType":"RESOURCE_TYPE_ENVIRONMENT","action":"started environment","createdAt":"2026-09-01T08:00:00Z"}]}',
    ['env1 | environment_started | 2026-09-01T08:00:00Z | 0 | u1'],
  ],
  [
    'the usage of Gitpod',
    '{"workspaceId":"acme-api-1","id":"i1","startedTime":"2026-09-01T08:00:00Z","stoppedTime":"2026-09-01T09:00:00Z"}',
    [
      'acme-api-1 | environment_started | 2026-09-01T08:00:00Z | 0 | ',
      'acme-api-1 | environment_stopped | 2026-09-01T09:00:00Z | 0 | ',
    ],
  ],
  [
    'a CI job log',
    'job_id,environment,started_at,ended_at,trigger,user\r\n7,dev-1,2026-09-01T08:00:00Z,2026-09-01T08:05:00Z,push,ada\r\n8,dev-1,2026-09-01T03:00:00Z,2026-09-01T03:05:00Z,schedule,\r\n',
    ['dev-1 | pipeline | 2026-09-01T08:00:00Z | 300 | ada', 'dev-1 | scheduled_job | 2026-09-01T03:00:00Z | 300 | '],
  ],
  [
    'SSH and IDE sessions',
    'Host;Start Time;End Time;User;Client\ndev-1;2026-09-01 08:00:00 +0200;2026-09-01 09:00:00 +0200;ada;\ndev-2;2026-09-01T08:00:00Z;2026-09-01T08:10:00Z;bob;"VS Code; Insiders"\n',
    [
      'dev-1 | ssh_session | 2026-09-01T06:00:00Z | 3600 | ada',
      'dev-2 | ide_session | 2026-09-01T08:00:00Z | 600 | bob',
    ],
  ],
  [
    'usage events in a table',
    'environment_id,activity_type,timestamp,duration,cpu,user_id\ndev-1,IDE,2026-09-01T08:00:00Z,60,12.5,ada\n',
    ['dev-1 | ide_session | 2026-09-01T08:00:00Z | 60 | ada'],
  ],
])('reads %s, in chunks of any size', (_name, text, events) => {
  for (const chunkSize of [1, 7, 10_000]) expect(read(text, chunkSize).events.map(short)).toEqual(events)
})
