/**
 * What signing in costs over HTTP, against the bare hash of the password in the same run: everything beside the hash
 * (limits, session, trail) should be small beside it. And how alike a wrong password and an unknown address are in time.
 */
import { hashPassword, presentCost, verifyPassword } from '@kept/server/identity/password-hash.ts'
import { readConfig } from '@kept/server/platform/config.ts'
import { createLog } from '@kept/server/platform/log.ts'
import { serve } from '@kept/server/serve.ts'
import { Visitor } from '@kept/server/testing/visitor.ts'
import { type Benchmark, median, timed } from './benchmark.ts'

const rounds = 60
const email = 'ann@example.com'
const password = 'plum tractor october'

export const signInBenchmark: Benchmark = {
  name: 'sign-in',
  title: 'Sign-in',
  async run({ scratch, print }) {
    const settings = { KEPT_DATA: scratch, KEPT_PORT: '0', KEPT_DEMO: 'off', KEPT_LOG_LEVEL: 'fatal' }
    const server = await serve(readConfig(settings), createLog('fatal'))
    try {
      const { pool } = server.services.state.database
      const token = new URL(server.setupLink ?? '').searchParams.get('token')
      const setUp = { token, email, password, full_name: 'Ann', organization_name: 'Acme' }
      const answer = await new Visitor(server.url).post('/api/auth/setup', setUp)
      if (answer.status !== 200) throw new Error(`setting up answered ${answer.status}`)
      const stored = await hashPassword(password)
      const times = new Map<string, number[]>()
      const note = async (name: string, work: () => Promise<unknown>) =>
        times.set(name, [...(times.get(name) ?? []), await timed(work)])
      const visitor = new Visitor(server.url)
      const csrf = async () => ({ 'x-csrf-token': await visitor.token() })
      const login = async (address: string, chosen: string, expectedStatus: number) => {
        // The limits are not what is measured here, but they are counted in every round.
        await pool.query('DELETE FROM rate_limit')
        visitor.cookies.delete('kept')
        const headers = await csrf()
        return async () => {
          const { status } = await visitor.request(
            'POST',
            '/api/auth/login',
            { email: address, password: chosen },
            headers,
          )
          if (status !== expectedStatus) throw new Error(`signing in answered ${status} instead of ${expectedStatus}`)
        }
      }
      for (let round = 0; round < rounds; round += 1) {
        await note('argon2id alone', () => verifyPassword(stored, password))
        await note('wrong password', await login(email, 'not the password', 401))
        await note('unknown address', await login('unknown@example.com', 'not the password', 401))
        await note('sign-in', await login(email, password, 200))
        await note('GET /api/auth/session', () => visitor.get('/api/auth/session'))
        await note('GET /v1/me', () => visitor.get('/v1/me'))
        if (round % 20 === 19) print(`${round + 1} of ${rounds} rounds`)
      }
      const hashMs = median(times.get('argon2id alone') ?? [])
      const { memory, passes, parallelism } = presentCost
      return {
        description: `${rounds} rounds over HTTP on one machine, each step once a round; median. A session is read from the database at every request.`,
        head: ['step', 'ms', 'times the bare hash'],
        rows: [...times].map(([name, all]) => [name, median(all).toFixed(1), (median(all) / hashMs).toFixed(2)]),
        notes: [
          `argon2id: ${memory / 1024} MiB, ${passes} passes, ${parallelism} lane.`,
          'A wrong password and an unknown address should take the same time: it must not reveal who has an account.',
        ],
      }
    } finally {
      await server.stop()
    }
  },
}
