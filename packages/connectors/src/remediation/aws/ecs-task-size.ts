/**
 * A container service with smaller tasks: its task definition is registered again with the new size, and the service
 * moves to that revision. The revision says in a tag in whose place it is, so an undo goes back to the one before.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { TaskSize } from '@kept/domain/fargate-size.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { recordOf } from '../read-or.ts'
import { type CloudRequest, defineRemedy, requestJson, requestText, settingOf, waitUntil } from '../remedy.ts'
import { ecsNamesOf, ecsOptionsOf, ecsRequest, readEcsService } from './ecs-request.ts'
import { checkTaskSize, taskSizeOf } from './ecs-size.ts'

const resizedFrom = 'kept:resized-from'

/** What is registered again; the rest of an answer is the revision's own. */
const registeredFields = [
  ...['family', 'taskRoleArn', 'executionRoleArn', 'networkMode', 'containerDefinitions', 'volumes', 'cpu', 'memory'],
  ...['placementConstraints', 'requiresCompatibilities', 'pidMode', 'ipcMode', 'proxyConfiguration'],
  ...['ephemeralStorage', 'runtimePlatform', 'enableFaultInjection'],
]

interface DefinitionAnswer {
  taskDefinition?: Record<string, unknown> & { taskDefinitionArn?: string }
  tags?: { key?: string; value?: string }[]
}

export const ecsTaskSize = defineRemedy({
  kind: 'ecs_service',
  provider: 'aws',
  steps: ['resize'],
  permissions: [
    'ecs:DescribeServices',
    'ecs:DescribeTaskDefinition',
    'ecs:RegisterTaskDefinition',
    'ecs:TagResource',
    'ecs:UpdateService',
    'iam:PassRole',
  ],
  read,
  stateAfter(before, order) {
    const size = taskSizeOf(settingOf(order), order.target)
    const definition = recordOf(before.definition)
    if (definition.cpu === String(size.cpu) && definition.memory === String(size.memory)) return before
    checkTaskSize(definition, size, order.target)
    return { ...before, resized: true, definition: { ...definition, ...asText(size) } }
  },
  requests(target, from, to) {
    if (isSameSize(from, to) && from.resized === to.resized) return []
    // Without a number, AWS takes the newest revision: the one that was registered just before.
    if (to.resized) return [registerRequest(target, to), updateRequest(target, String(recordOf(to.definition).family))]
    return [updateRequest(target, String(to.original))]
  },
  async carryOut(carrier, target, _from, to) {
    const revision = to.resized ? await register(carrier.send, target, to) : String(to.original)
    await requestText(carrier.send, updateRequest(target, revision))
    await waitUntil(carrier, { what: `The deployment of ${target.name}`, maxMinutes: 30 }, async () => {
      const { deployments = [] } = await readEcsService(carrier.send, target)
      const primary = deployments.find(({ status }) => status === 'PRIMARY')
      if (primary?.rolloutState === 'FAILED')
        throw new KeptError(
          'unavailable',
          `${target.name} could not start its tasks: ${primary.rolloutStateReason ?? 'AWS gives no reason'}.`,
        )
      return primary?.rolloutState === 'COMPLETED'
    })
  },
  undoPrice: () =>
    'The tasks are replaced each time, as in a deployment. The revision with the new size stays registered, which costs nothing; a deployment that names no revision would take it.',
  describeState({ definition }) {
    const { cpu, memory } = recordOf(definition)
    return `at ${Number(cpu) / 1024} vCPU and ${memory} MiB a task`
  },
  script({ target, setting = '' }) {
    const { cluster, service, region } = ecsOptionsOf(target)
    const { cpu, memory } = taskSizeOf(setting, target)
    const update = (revision: string) =>
      `aws ecs update-service --cluster ${cluster} --service ${service} --task-definition ${revision} --region ${region}`
    return {
      tool: 'aws',
      run: [
        `REVISION=$(aws ecs describe-services --cluster ${cluster} --services ${service} --query 'services[0].taskDefinition' --output text --region ${region}); echo "$REVISION"`,
        `aws ecs describe-task-definition --task-definition "$REVISION" --query taskDefinition --region ${region} > task.json`,
        `jq '{${registeredFields.join(',')}} | with_entries(select(.value != null)) | .cpu = "${cpu}" | .memory = "${memory}"' task.json > resized.json`,
        update(
          `"$(aws ecs register-task-definition --cli-input-json file://resized.json --query taskDefinition.taskDefinitionArn --output text --region ${region})"`,
        ),
      ],
      undo: ['# With the revision the first command showed.', update('PREVIOUS_REVISION')],
    }
  },
})

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const { taskDefinition: arn = '', deploymentController } = await readEcsService(send, target, signal)
  if (deploymentController?.type === 'CODE_DEPLOY' || deploymentController?.type === 'EXTERNAL')
    throw new KeptError(
      'conflict',
      `${target.name} is deployed by ${deploymentController.type === 'EXTERNAL' ? 'another tool' : 'CodeDeploy'}, which alone changes its task definition. Change the size there.`,
    )
  const request = ecsRequest(target, 'DescribeTaskDefinition', { taskDefinition: arn, include: ['TAGS'] })
  const { taskDefinition = {}, tags = [] } = await requestJson<DefinitionAnswer>(send, request, signal)
  if (!taskDefinition.cpu || !taskDefinition.memory)
    throw new KeptError(
      'conflict',
      `The tasks of ${target.name} have no size of their own, only their containers have.`,
    )
  const source = tags.find(({ key }) => key === resizedFrom)?.value
  const definition = Object.fromEntries(registeredFields.map((name) => [name, taskDefinition[name]]))
  return JSON.parse(
    JSON.stringify({
      definition,
      // AWS refuses tags of its own in a request.
      tags: tags.filter(({ key = '' }) => key !== resizedFrom && !key.startsWith('aws:')),
      original: source ?? arn,
      resized: source !== undefined,
    }),
  )
}

async function register(send: CloudRequest, target: RemediationTarget, to: ResourceState): Promise<string> {
  const { taskDefinition } = await requestJson<DefinitionAnswer>(send, registerRequest(target, to))
  if (taskDefinition?.taskDefinitionArn) return taskDefinition.taskDefinitionArn
  throw new KeptError('unavailable', `AWS registered no revision of the task definition of ${target.name}.`)
}

function registerRequest(target: RemediationTarget, { definition, tags, original }: ResourceState): PlannedRequest {
  const kept = Array.isArray(tags) ? tags : []
  return ecsRequest(target, 'RegisterTaskDefinition', {
    ...recordOf(definition),
    tags: [...kept, { key: resizedFrom, value: original }],
  })
}

function updateRequest(target: RemediationTarget, taskDefinition: string): PlannedRequest {
  return ecsRequest(target, 'UpdateService', { ...ecsNamesOf(target), taskDefinition })
}

function isSameSize(state: ResourceState, other: ResourceState): boolean {
  const [own, others] = [recordOf(state.definition), recordOf(other.definition)]
  return own.cpu === others.cpu && own.memory === others.memory
}

function asText({ cpu, memory }: TaskSize): ResourceState {
  return { cpu: String(cpu), memory: String(memory) }
}
