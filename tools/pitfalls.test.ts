/** What connectors of others fell over, each provoked by exactly one test of Kept that is named for it. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** In the tests, "pitfall: " stands before the name. A reference is an issue of the project that fell. */
const pitfalls = [
  'the cost API of Azure has one quota for a tenant (azure-cost-exporter#8, azqr#745, azqr#1025)',
  'Azure says in several headers how long to wait',
  'a list of Azure goes on behind a link (nextLink)',
  'Resource Graph takes 15 queries in five seconds',
  'Resource Graph takes 1,000 subscriptions in a query',
  'months are doubled (finops-toolkit#320, koku#1180, koku#3155)',
  'a folder has many objects (optscale#813)',
  'usage crosses the months of invoices (koku#3098)',
  'a new export holds two months',
  'CloudWatch costs more than what is saved (alloy#5747)',
  'metrics of dead load balancers are billed',
  "scanning breaks a customer's autoscaling (ScoutSuite#91)",
  'Organizations throttles with 5,000 accounts (botocove#17)',
  'an error 500 of one region aborts all (cartography#3235)',
  'resources are deleted wrongly after a partial sync (cartography#596)',
  "the role is in the payer's account, and not in that of the keys (kubecost#523)",
  'China and GovCloud are partitions of their own',
  'the clock is fifteen minutes off',
  'a list of Kubernetes expires while it is read (410)',
  'a list of Kubernetes is cut off without a word (cloud-custodian#11081)',
  'Google needs a header that names the quota project',
  'SERVICE_DISABLED means that an API is not enabled, not that a project is empty',
  'an organization forbids keys of service accounts',
]

const title = /\b(?:it|describe)\(\s*(["'])pitfall: (.*?)\1,/g

/** The names of the tests, with the files they stand in. */
function namedTests(): { name: string; file: string }[] {
  return globSync('packages/*/src/**/*.test.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(title)].map(([, , name = '']) => ({ name, file })),
  )
}

it('each pitfall has exactly one test by its name, and each test so named is of a pitfall', () => {
  const tests = namedTests()
  const counts = pitfalls.map((pitfall) => [pitfall, tests.filter(({ name }) => name === pitfall).length])
  expect(counts.filter(([, count]) => count !== 1)).toEqual([])
  expect(tests.filter(({ name }) => !pitfalls.includes(name))).toEqual([])
})
