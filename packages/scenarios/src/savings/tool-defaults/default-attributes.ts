/** What clouds and tools write on a resource without any custom tag, as their documentation shows it. */
import type { WorldResource } from '../rebound/machines.ts'
import type { WorldContext } from './world.ts'

type Attributes = Partial<WorldResource>

/** EC2 Auto Scaling tags its instances with the group; a configured name is the same for all of them. */
export const scalingGroup = (group: string): Attributes => ({ tags: { 'aws:autoscaling:groupName': group } })

/** An EKS managed node group is a scaling group with a random id after its name. */
export function eksNodeGroup(context: WorldContext, cluster: string, nodeGroup: string): Attributes {
  return {
    tags: {
      'aws:autoscaling:groupName': `eks-${nodeGroup}-${context.hex(8)}-${context.hex(4)}`,
      'aws:eks:cluster-name': cluster,
      'eks:cluster-name': cluster,
      'eks:nodegroup-name': nodeGroup,
      [`kubernetes.io/cluster/${cluster}`]: 'owned',
      'k8s.io/cluster-autoscaler/enabled': 'true',
    },
  }
}

/** Karpenter writes the pool, the class and a separate claim for each node; the name is the node's. */
export function karpenterNode(context: WorldContext, cluster: string, pool: string): Attributes {
  const octet = () => context.random.integer(1, 254)
  return {
    tags: {
      Name: `ip-10-0-${octet()}-${octet()}.eu-west-1.compute.internal`,
      'eks:eks-cluster-name': cluster,
      'karpenter.sh/nodepool': pool,
      'karpenter.sh/nodeclaim': `${pool}-${context.randomSuffix(5)}`,
      'karpenter.k8s.aws/ec2nodeclass': 'default',
      [`kubernetes.io/cluster/${cluster}`]: 'owned',
    },
  }
}

const virtualMachines = { service: 'Virtual Machines', sku: 'D4s_v5', instanceType: 'Standard_D4s_v5', price: 192 }

/** A uniform scale set numbers its machines; one machine is one resource. */
export function uniformScaleSet(context: WorldContext, set: string, instance: number): Attributes {
  const group = 'rg-prod'
  return {
    id: `/subscriptions/${context.owner}/resourceGroups/${group}/providers/Microsoft.Compute/virtualMachineScaleSets/${set}/virtualMachines/${instance}`,
    ...virtualMachines,
  }
}

/** A flexible scale set creates ordinary machines with eight random characters after its name. */
export function flexibleScaleSet(context: WorldContext, set: string): Attributes {
  return azureMachine(context, 'rg-prod', `${set}_${context.hex(8)}`)
}

export function azureMachine(context: WorldContext, group: string, name: string): Attributes {
  return {
    id: `/subscriptions/${context.owner}/resourceGroups/${group}/providers/Microsoft.Compute/virtualMachines/${name}`,
    name,
    ...virtualMachines,
  }
}

/** AKS uses a random number for the pool, and its scale set counts in base 36. */
export function aksNode(context: WorldContext, pool: string, serial: string, index: number): Attributes {
  return {
    ...uniformScaleSet(context, `aks-${pool}-${serial}-vmss`, index),
    tags: { 'aks-managed-poolName': pool, 'aks-managed-orchestrator': 'Kubernetes:1.31.2' },
  }
}

const computeEngine = { service: 'Compute Engine', sku: 'n2-standard-4', instanceType: 'n2-standard-4', price: 194 }

/** A managed instance group puts four random characters after the base name; the bill carries no label by default. */
export function managedInstance(context: WorldContext, base: string): Attributes {
  return googleMachine(context, `${base}-${context.randomSuffix(4)}`)
}

function googleMachine(context: WorldContext, name: string): Attributes {
  return {
    id: `//compute.googleapis.com/projects/prod-${context.owner}/zones/europe-west1-b/instances/${name}`,
    name,
    ...computeEngine,
  }
}

/** GKE names its nodes by cluster, pool and a random id, and labels them. */
export function gkeNode(context: WorldContext, cluster: string, pool: string, serial: string): Attributes {
  return {
    ...googleMachine(context, `gke-${cluster}-${pool}-${serial}-${context.randomSuffix(4)}`),
    tags: { 'goog-gke-node': '', 'goog-k8s-cluster-name': cluster, 'goog-k8s-cluster-location': 'europe-west1' },
  }
}

/** A Fargate task has only an id, unless tag propagation is enabled. */
export function fargateTask(context: WorldContext, tags: Record<string, string> = {}): Attributes {
  return {
    id: `arn:aws:ecs:eu-west-1:111122223333:task/prod/${context.hex(32)}`,
    ...{
      service: 'Amazon Elastic Container Service',
      sku: 'fargate-vcpu',
      unit: 'vCPU-Hours',
      instanceType: '',
      price: 81,
      tags,
    },
  }
}

export function database(context: WorldContext, name: string): Attributes {
  return {
    id: `arn:aws:rds:eu-west-1:${context.owner}:db:${name}`,
    ...{ service: 'Amazon Relational Database Service', sku: 'db.r6g.large', instanceType: 'db.r6g.large', price: 225 },
  }
}

/** Volumes of the EBS CSI driver name their claim. */
export function volume(context: WorldContext, claim?: string): Attributes {
  const tags = claim && {
    'kubernetes.io/created-for/pvc/name': claim,
    'kubernetes.io/created-for/pvc/namespace': 'default',
    'kubernetes.io/created-for/pv/name': `pvc-${context.hex(8)}-${context.hex(4)}`,
    'ebs.csi.aws.com/cluster': 'true',
    CSIVolumeName: `pvc-${context.hex(8)}-${context.hex(4)}`,
  }
  return {
    id: `vol-0${context.hex(16)}`,
    unit: 'GB-Mo',
    sku: 'gp3',
    instanceType: '',
    price: 60,
    ...(tags && { tags }),
  }
}

export function lambdaFunction(context: WorldContext, name: string): Attributes {
  return {
    id: `arn:aws:lambda:eu-west-1:${context.owner}:function:${name}`,
    ...{ service: 'AWS Lambda', unit: 'GB-Seconds', sku: 'lambda-gb-second', instanceType: '', price: 20 },
  }
}

/** CloudFormation and Elastic Beanstalk write the stack and the logical id. */
export const stackResource = (stack: string, logicalId: string, context: WorldContext): Attributes => ({
  tags: {
    'aws:cloudformation:stack-name': stack,
    'aws:cloudformation:stack-id': `arn:aws:cloudformation:eu-west-1:111122223333:stack/${stack}/${context.hex(8)}`,
    'aws:cloudformation:logical-id': logicalId,
  },
})

export const elasticMapReduce = (context: WorldContext): Attributes => ({
  tags: {
    'aws:elasticmapreduce:job-flow-id': `j-${context.randomSuffix(13).toUpperCase()}`,
    'aws:elasticmapreduce:instance-group-role': 'CORE',
  },
})
