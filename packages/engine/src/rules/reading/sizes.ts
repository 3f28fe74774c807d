/** The sizes of a machine family, one half of the other: "m6i.xlarge" and "m6i.large", "Standard_D8s_v5" and "Standard_D4s_v5". */

const awsLadder = ['nano', 'micro', 'small', 'medium', 'large', 'xlarge']

/** The type `steps` halvings below; undefined when the family has none so small, or the name says no size. */
export function smallerType(type: string, steps: number): string | undefined {
  return (
    smallerAws(type, steps) ?? smallerAzure(type, steps) ?? smallerAzureSql(type, steps) ?? smallerGoogle(type, steps)
  )
}

function smallerAws(type: string, steps: number): string | undefined {
  const match = /^((?:(?:db|cache|ml)\.)?[a-z][a-z0-9-]*)\.(\d*)(xlarge|large|medium|small|micro|nano)$/.exec(type)
  if (!match) return undefined
  const [, family = '', times = '', sizeName = ''] = match
  // Sizes as halvings above xlarge: 8xlarge is 3, xlarge 0, large -1.
  const size =
    sizeName === 'xlarge' ? Math.log2(Number(times || 1)) : awsLadder.indexOf(sizeName) - awsLadder.indexOf('xlarge')
  // 24xlarge, 12xlarge: sold between the powers of two; half of them is sold as well.
  const next = sizeName === 'xlarge' && Number(times) / 2 ** steps >= 1 ? Number(times) / 2 ** steps : undefined
  if (next !== undefined) return Number.isInteger(next) ? `${family}.${next === 1 ? '' : next}xlarge` : undefined
  const index = awsLadder.indexOf('xlarge') + Math.round(size) - steps
  const minIndex = /^(?:(?:db|cache)\.)?t\d/.test(family)
    ? 0
    : awsLadder.indexOf(/\d+g/.test(family) ? 'medium' : 'large')
  // Databases and caches of the Graviton families begin at large.
  const floor = /^(?:db|cache)\./.test(family) ? Math.max(minIndex, /\.t\d/.test(family) ? 1 : 4) : minIndex
  return index >= floor ? `${family}.${awsLadder[index]}` : undefined
}

function smallerAzure(type: string, steps: number): string | undefined {
  const match = /^(Standard_[A-Z]+)(\d+)([a-z]*(?:_v\d+)?)$/.exec(type)
  if (!match) return undefined
  const [, family = '', size = '', suffix = ''] = match
  const next = Number(size) / 2 ** steps
  return Number.isInteger(next) && next >= 2 ? `${family}${next}${suffix}` : undefined
}

/** Virtual cores that Azure SQL sells. Source: Azure SQL Database, resource limits of single databases. */
const sqlCores = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 40, 80, 128]

/** "GP_Gen5_8", "BC_Gen5_8": provisioned databases. Serverless ones (GP_S_Gen5_8) bill what they use. */
function smallerAzureSql(type: string, steps: number): string | undefined {
  const [, tier = '', cores = ''] = /^((?:GP|BC|HS)_(?!S_)[A-Za-z0-9]+)_(\d+)$/.exec(type) ?? []
  const next = Number(cores) / 2 ** steps
  return tier !== '' && sqlCores.includes(next) ? `${tier}_${next}` : undefined
}

function smallerGoogle(type: string, steps: number): string | undefined {
  const match = /^([a-z]\d[a-z]?-(?:standard|highmem|highcpu))-(\d+)$/.exec(type)
  if (!match) return undefined
  const next = Number(match[2]) / 2 ** steps
  return Number.isInteger(next) && next >= 2 ? `${match[1]}-${next}` : undefined
}
