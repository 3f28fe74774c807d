/** Whether everyone may call a function: by its own policy, which also opens a URL without sign-in. */
import * as z from 'zod'
import type { AwsSession } from '../session.ts'
import { type Details, noneWhenMissing, readDetail } from './optional-read.ts'

export const functionPolicyAction = 'lambda:GetPolicy'

const principalSchema = z.union([z.string(), z.record(z.string(), z.unknown())]).nullish()
const statementSchema = z.object({
  Effect: z.string(),
  Principal: principalSchema,
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).nullish(),
})
const policySchema = z.object({ Statement: z.union([statementSchema, z.array(statementSchema)]) })

/** Lambda has no list of policies: each function is asked. */
export function readFunctionAccess(session: AwsSession, region: string, name: string): Promise<Details> {
  return readDetail(session, 'public', async () => {
    const sdk = await session.load(() => import('@aws-sdk/client-lambda'))
    const client = session.client('lambda', region, (config) => new sdk.LambdaClient(config))
    const answer = await noneWhenMissing(/ResourceNotFound/, () =>
      session.call(functionPolicyAction, region, () => client.send(new sdk.GetPolicyCommand({ FunctionName: name }))),
    )
    return answer?.Policy ? isPublicPolicy(answer.Policy) : false
  })
}

/** Undefined when the policy cannot be read. */
export function isPublicPolicy(policy: string): boolean | undefined {
  const parsed = policySchema.safeParse(parse(policy))
  if (!parsed.success) return undefined
  return [parsed.data.Statement].flat().some(isPublicStatement)
}

function isPublicStatement({ Effect, Principal, Condition }: z.output<typeof statementSchema>): boolean {
  const isForEveryone = Principal === '*' || (typeof Principal === 'object' && [Principal?.AWS].flat().includes('*'))
  if (Effect !== 'Allow' || !isForEveryone) return false
  // A source, an organization or an account limits it; the kind of a function's URL does not.
  const keys = Object.values(Condition ?? {}).flatMap((test) => Object.keys(test))
  return keys.every((key) => /^lambda:(?:FunctionUrlAuthType|InvokedViaFunctionUrl)$/i.test(key))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
