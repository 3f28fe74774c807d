/** A data warehouse that nothing queries: paused, so that only its storage bills, and resumed. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { defineRemedy, quoted, requestText } from '../remedy.ts'
import { arnOf, queryRequest, regionOf } from './address.ts'
import { itemsOf, parseXml, textOf } from './xml.ts'

export const redshiftCluster = defineRemedy({
  kind: 'redshift_cluster',
  provider: 'aws',
  steps: ['stop', 'start'],
  permissions: ['redshift:DescribeClusters', 'redshift:PauseCluster', 'redshift:ResumeCluster'],
  async read(send, target, signal) {
    const [cluster] = itemsOf(
      parseXml(await requestText(send, request(target, 'DescribeClusters'), signal)),
      'Clusters',
    )
    const status = textOf(cluster, 'ClusterStatus')
    if (!cluster || status === 'deleting')
      throw new KeptError('not_found', `The data warehouse ${nameOf(target)} no longer exists.`)
    return { running: !/^paus/.test(status) }
  },
  stateAfter: (_before, { step }) => ({ running: step === 'start' }),
  requests: (target, from, to) =>
    from.running === to.running ? [] : [request(target, to.running ? 'ResumeCluster' : 'PauseCluster')],
  undoPrice: ({ step }) =>
    step === 'stop'
      ? 'Nothing is lost. A resume takes some minutes; storage, backups and reserved nodes are billed on while it is paused.'
      : '',
  describeState: ({ running }) => (running ? 'running' : 'paused'),
  script({ target, step }) {
    const commandFor = (verb: string) =>
      `aws redshift ${verb}-cluster --cluster-identifier ${quoted(nameOf(target))} --region ${quoted(regionOf(target))}`
    const [run, undo] = step === 'stop' ? ['pause', 'resume'] : ['resume', 'pause']
    return { tool: 'aws', run: [commandFor(run)], undo: [commandFor(undo)] }
  },
})

function nameOf({ id }: RemediationTarget): string {
  return (arnOf(id)?.resource ?? id).replace(/^cluster:/, '')
}

function request(target: RemediationTarget, action: string): PlannedRequest {
  return queryRequest('redshift', target, '2012-12-01', action, { ClusterIdentifier: nameOf(target) })
}
