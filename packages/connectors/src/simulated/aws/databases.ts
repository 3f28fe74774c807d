/** Database instances of the simulated RDS. */
import { answerXml, noResource, type SimulatedApi } from '../cloud.ts'
import { queryOf } from './query.ts'

export const databases: SimulatedApi = async (request, resources) => {
  const query = queryOf(request, 'rds', '2014-10-31')
  if (!query) return undefined
  const name = query.get('DBInstanceIdentifier')
  const state = await resources.find('rds_instance', name)
  if (!state) return noResource(name)
  switch (query.action) {
    case 'DescribeDBInstances':
      return answerXml(
        `<DBInstances><DBInstance><DBInstanceIdentifier>${name}</DBInstanceIdentifier><DBInstanceClass>${state.type}</DBInstanceClass><DBInstanceStatus>${state.running ? 'available' : 'stopped'}</DBInstanceStatus></DBInstance></DBInstances>`,
      )
    case 'StopDBInstance':
    case 'StartDBInstance':
      await resources.change('rds_instance', name, { ...state, running: query.action === 'StartDBInstance' })
      return answerXml('')
    case 'ModifyDBInstance':
      await resources.change('rds_instance', name, { ...state, type: query.get('DBInstanceClass') })
      return answerXml('')
    default:
      return undefined
  }
}
