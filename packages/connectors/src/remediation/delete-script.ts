/**
 * Commands that back a machine up and delete it. Kept never deletes on its own: a deletion cannot be undone, so a user
 * runs it, after the backup.
 */
import type { RemediationTarget } from '@kept/domain/remediation.ts'
import { arnOf } from './aws/address.ts'
import { partsOf } from './gcp/address.ts'
import { workloadOf } from './kubernetes/address.ts'
import { quoted } from './remedy.ts'

interface DeleteScript {
  /** The command-line tool that must be signed in: aws, az, gcloud, kubectl. */
  tool: 'aws' | 'az' | 'gcloud' | 'kubectl'
  /** One command per line: the backup first. */
  commands: string[]
}

/** Null for kinds that are not deleted this way. Throws KeptError `bad_input` where the id names no resource. */
export function deleteScriptFor(target: RemediationTarget): DeleteScript | null {
  const backup = quoted(`${target.name.replaceAll(/[^\w-]+/g, '-')}-backup`.toLowerCase())
  switch (target.kind) {
    case 'ec2_instance': {
      const id = quoted(arnOf(target.id)?.resource.split('/').at(-1) ?? target.id)
      const region = target.region === '' ? '' : ` --region ${quoted(target.region)}`
      return {
        tool: 'aws',
        commands: [
          `aws ec2 create-image --instance-id ${id} --name ${backup} --no-reboot${region}`,
          `aws ec2 terminate-instances --instance-ids ${id}${region}`,
        ],
      }
    }
    case 'virtual_machine': {
      const id = quoted(target.id)
      const group = quoted(/\/resourcegroups\/([^/]+)/i.exec(target.id)?.[1] ?? '')
      return {
        tool: 'az',
        commands: [
          `az snapshot create --resource-group ${group} --name ${backup} --source "$(az vm show --ids ${id} --query storageProfile.osDisk.managedDisk.id --output tsv)"`,
          `az vm delete --ids ${id} --yes`,
        ],
      }
    }
    case 'compute_instance': {
      const { instances = '', zones = '', projects = '' } = partsOf(target)
      const project = quoted(projects)
      const zoneArg = quoted(zones)
      const name = quoted(instances)
      return {
        tool: 'gcloud',
        commands: [
          `gcloud compute machine-images create ${backup} --source-instance ${name} --source-instance-zone ${zoneArg} --project ${project}`,
          `gcloud compute instances delete ${name} --zone ${zoneArg} --project ${project} --quiet`,
        ],
      }
    }
    case 'deployment':
    case 'statefulset': {
      const { namespace, name } = workloadOf(target)
      const workload = `${target.kind} ${quoted(name)} --namespace ${quoted(namespace)}`
      return {
        tool: 'kubectl',
        commands: [`kubectl get ${workload} --output yaml > ${backup}.yaml`, `kubectl delete ${workload}`],
      }
    }
    default:
      return null
  }
}
