/** For tests: one resource of each kind, as the emulated clouds have it. */
import type { SwitchableKind } from '@kept/domain/remediation.ts'

const azure = '/subscriptions/s-1/resourceGroups/dev/providers'
const zonePath = 'projects/p/zones/europe-west1-b'
const locationPath = 'projects/p/locations/europe-west1'

export const emulatedIds: Record<SwitchableKind, string> = {
  lambda_function: 'arn:aws:lambda:eu-west-1:111122223333:function:thumbnailer',
  event_source_mapping: 'arn:aws:lambda:eu-west-1:111122223333:event-source-mapping:m-1',
  sqs_queue: 'arn:aws:sqs:eu-west-1:111122223333:orders',
  auto_scaling_group: 'arn:aws:autoscaling:eu-west-1:111122223333:autoScalingGroup:u-1:autoScalingGroupName/web',
  ec2_instance: 'arn:aws:ec2:eu-west-1:111122223333:instance/i-0123456789abcdef0',
  ecs_service: 'arn:aws:ecs:eu-west-1:111122223333:service/shop/web',
  eks_node_group: 'arn:aws:eks:eu-west-1:111122223333:nodegroup/shop/spare/5cb0',
  function_app: `${azure}/Microsoft.Web/sites/thumbs`,
  virtual_machine: `${azure}/Microsoft.Compute/virtualMachines/box`,
  vm_scale_set: `${azure}/Microsoft.Compute/virtualMachineScaleSets/web`,
  aks_node_pool: `${azure}/Microsoft.ContainerService/managedClusters/shop/agentPools/spare`,
  cloud_run_service: `${locationPath}/services/thumbs`,
  cloud_function: `${locationPath}/functions/thumbs`,
  instance_group: `${zonePath}/instanceGroupManagers/web`,
  compute_instance: `${zonePath}/instances/box`,
  gke_node_pool: `${locationPath}/clusters/shop/nodePools/spare`,
  deployment: 'shop/deployment/cart',
  statefulset: 'shop/statefulset/cart',
  cronjob: 'shop/cronjob/nightly',
}
