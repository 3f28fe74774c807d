/**
 * The OpenAPI text of the contract, kept in the repository so that a change of the API is a diff a person can read.
 * `npm run openapi` writes it; with `--check` (part of `npm run check`) it fails when the file is not current.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { contract } from '@kept/contract/contract.ts'
import { describeApi } from '@kept/contract/openapi/describe-api.ts'
import type { ApiDocument } from '@kept/contract/openapi/document.ts'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'

const file = 'packages/contract/openapi.json'
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
const generated = await generator.generate(contract, {
  info: {
    title: 'Kept',
    version,
    description:
      'Multi-cloud costs, savings recommendations and verified savings. Responses have `data`; lists also have `meta` with the paging. Amounts are decimal strings with a currency. Errors have `code`, `message` and `request_id`.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
})
const document = describeApi(generated as unknown as ApiDocument, contract)
const text = `${JSON.stringify(document, null, 1)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
  console.log(`${file} written`)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${file} is not current; run "npm run openapi" and commit it.`)
  process.exit(1)
} else {
  console.log(`${file} is current`)
}
