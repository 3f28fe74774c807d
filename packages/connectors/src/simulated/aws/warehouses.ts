/** Data warehouses of the simulated Redshift: paused and resumed. */
import { answerXml, noResource, type SimulatedApi } from '../cloud.ts'
import { queryOf } from './query.ts'

export const warehouses: SimulatedApi = async (request, resources) => {
  const query = queryOf(request, 'redshift', '2012-12-01')
  if (!query) return undefined
  const name = query.get('ClusterIdentifier')
  const state = await resources.find('redshift_cluster', name)
  if (!state) return noResource(name)
  switch (query.action) {
    case 'DescribeClusters':
      return answerXml(
        `<Clusters><Cluster><ClusterIdentifier>${name}</ClusterIdentifier><NodeType>${state.type}</NodeType><ClusterStatus>${state.running ? 'available' : 'paused'}</ClusterStatus></Cluster></Clusters>`,
      )
    case 'PauseCluster':
    case 'ResumeCluster':
      await resources.change('redshift_cluster', name, { ...state, running: query.action === 'ResumeCluster' })
      return answerXml('')
    default:
      return undefined
  }
}
