// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are templates of Terraform.
/** The edit of a repository's Terraform files: found, changed in one place, or refused with a sentence. */
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeTargetOf } from '../change-target.ts'
import { planTerraformEdit } from './plan-edit.ts'
import { terraformChangeOf } from './terraform-change.ts'

interface Case {
  order?: Partial<RemediationOrder>
  files: Record<string, string>
  tags?: Record<string, string>
  id?: string
  name?: string
  provider?: string
  before?: string | null
  repository?: string
}

function plan({
  order,
  files,
  tags = {},
  id = 'i-0abc12345678def90',
  name = 'batch',
  provider = 'aws',
  ...more
}: Case) {
  const target = changeTargetOf(provider, { id, name, region: 'us-east-1', account: '1', tags })
  if (!target) throw new Error(`${id} has no target.`)
  const change = terraformChangeOf({ target, step: 'resize', setting: 'm5.large', ...order })
  if (typeof change === 'string') return { reason: change }
  const list = Object.entries(files).map(([path, text]) => ({ path, text }))
  return planTerraformEdit({ change, tags, files: list, repository: 'acme/infra', before: undefined, ...more })
}

function changed(request: Case): Record<string, string> {
  const edit = plan(request)
  if ('reason' in edit) throw new Error(edit.reason)
  return Object.fromEntries(edit.files.map(({ path, text }) => [path, text]))
}

const reason = (request: Case) => {
  const edit = plan(request)
  return 'reason' in edit ? edit.reason : edit.description
}

const instance = (type: string, tags = '{ Name = "batch" }', label = 'batch') =>
  `resource "aws_instance" "${label}" {\n  ami           = "ami-1"\n  instance_type = ${type} # size\n  tags          = ${tags}\n}\n`

describe('an attribute', () => {
  it('is changed at its place, and nothing else is', () => {
    const before = `# Machines.\n${instance('"m5.xlarge"')}\n${instance('"m5.xlarge"', '{ Name = "web" }', 'web')}`
    const edit = plan({ files: { 'live/main.tf': before } })
    expect(edit).toEqual({
      address: 'aws_instance.batch',
      path: 'live/main.tf',
      line: 4,
      description:
        'Sets instance_type to "m5.large" of aws_instance.batch in live/main.tf, line 4. It has the name of the resource.',
      files: [{ path: 'live/main.tf', text: before.replace('m5.xlarge', 'm5.large') }],
      diff: [
        '--- a/live/main.tf',
        '+++ b/live/main.tf',
        '@@ -1,7 +1,7 @@',
        ' # Machines.',
        ' resource "aws_instance" "batch" {',
        '   ami           = "ami-1"',
        '-  instance_type = "m5.xlarge" # size',
        '+  instance_type = "m5.large" # size',
        '   tags          = { Name = "batch" }',
        ' }',
        ' ',
        '',
      ].join('\n'),
    })
  })

  it('is added below the others, in their column', () => {
    const logs = (more: string) => `resource "aws_cloudwatch_log_group" "app" {\r\n  name = "/app"\r\n${more}}\r\n`
    const request = {
      id: 'arn:aws:logs:us-east-1:1:log-group:/app',
      order: { step: 'set_retention', size: 90 } as const,
    }
    expect(changed({ ...request, files: { 'm.tf': logs('') } })).toEqual({
      'm.tf': logs('\r\n  retention_in_days = 90\r\n'),
    })
    const wide = (more: string) =>
      `resource "aws_cloudwatch_log_group" "app" {\n  name                       = "/app"\n${more}\n  tags = {\n  }\n}\n`
    expect(changed({ ...request, files: { 'm.tf': wide('') } })).toEqual({
      'm.tf': wide('  retention_in_days          = 90\n'),
    })
  })

  it('is removed where it does not go with the new value', () => {
    const table = (mode: string, units: string) =>
      `resource "aws_dynamodb_table" "t" {\n  name = "orders"\n${mode}${units}  hash_key = "id"\n\n  global_secondary_index {\n    name = "by_day"\n${units}  }\n}\n`
    const request = { id: 'arn:aws:dynamodb:us-east-1:1:table/orders', order: { step: 'set_on_demand' } as const }
    const units = '  read_capacity  = 5\n  write_capacity = 5 # peak\n'
    expect(changed({ ...request, files: { 'm.tf': table('  billing_mode = "PROVISIONED"\n', units) } })).toEqual({
      'm.tf': table('  billing_mode = "PAY_PER_REQUEST"\n', ''),
    })
    const text = `resource "aws_dynamodb_table" "t" {\n  name = "orders"\n${units}}\n`
    expect(changed({ ...request, files: { 'm.tf': text } })['m.tf']).toBe(
      'resource "aws_dynamodb_table" "t" {\n  name = "orders"\n\n  billing_mode = "PAY_PER_REQUEST"\n}\n',
    )
  })

  it('is changed in a nested block, and where the type names it otherwise', () => {
    const sql =
      'resource "google_sql_database_instance" "db" {\n  name = "db"\n  settings {\n    tier = "db-n1"\n  }\n}\n'
    const request = { provider: 'gcp', id: '//cloudsql.googleapis.com/projects/p/instances/db', name: 'db' }
    expect(changed({ ...request, order: { setting: 'db-f1' }, files: { 'm.tf': sql } })['m.tf']).toContain('"db-f1"')
    expect(changed({ ...request, order: { step: 'stop' }, files: { 'm.tf': sql } })['m.tf']).toBe(
      sql.replace('"db-n1"\n', '"db-n1"\n\n    activation_policy = "NEVER"\n'),
    )
    const id = '/subscriptions/s/resourceGroups/dev/providers/Microsoft.Compute/virtualMachines/box'
    const vm = 'resource "azurerm_virtual_machine" "b" {\n  name    = "BOX"\n  vm_size = "Standard_D4"\n}\n'
    const azure = { provider: 'azure', id, order: { setting: 'Standard_D2' }, files: { 'm.tf': vm } }
    expect(changed(azure)['m.tf']).toBe(vm.replace('D4', 'D2'))
  })

  it('is changed at the default of a variable that nothing else reads or sets', () => {
    const variable = 'variable "size" {\n  type    = string\n  default = "m5.xlarge"\n}\n'
    const files = { 'main.tf': instance('var.size'), 'variables.tf': variable }
    const edited = { 'variables.tf': variable.replace('m5.xlarge', 'm5.large') }
    expect(changed({ files })).toEqual(edited)
    expect(changed({ files: { ...files, 'main.tf': instance('"${var.size}"') } })).toEqual(edited)
    expect(reason({ files: { ...files, 'o.tf': 'output "s" {\n  value = var.size\n}\n' } })).toContain(
      'var.size, which is read in 2 places (main.tf, line 3; o.tf, line 2). By hand: set instance_type = "m5.large".',
    )
    expect(reason({ files: { ...files, 'prod.tfvars': '\nsize = "m5.2xlarge"\n' } })).toContain(
      'which prod.tfvars, line 2 sets',
    )
    expect(reason({ files: { 'main.tf': instance('var.size') } })).toContain('no literal default in this folder')
    const used = { 'live/m.tf': 'module "a" {\n  source = "../app"\n  size = "x"\n}\n' }
    const inModule = { 'app/main.tf': instance('var.size'), 'app/v.tf': variable, ...used }
    expect(reason({ files: inModule })).toContain('which the module at live/m.tf, line 1 sets')
  })

  it.each<[string, string]>([
    [instance('local.size'), 'main.tf, line 3: instance_type is an expression'],
    [instance('"m5.${var.size}"'), 'main.tf, line 3: instance_type is an expression'],
    [instance('"m5.large"'), 'main.tf, line 1: aws_instance.batch is set so already'],
    [instance('"m5.xlarge"').replace('ami ', 'count = 2\n  ami '), 'aws_instance.batch is repeated with count'],
    [
      instance('"m5.xlarge"').replace('}\n}', '}\n  lifecycle {\n    ignore_changes = [ami, instance_type]\n  }\n}'),
      'main.tf, line 6: ignore_changes keeps Terraform from changing instance_type',
    ],
    [`${instance('"a"')}${instance('"a"', '{ Name = "batch" }', 'b2')}`, 'Several blocks may declare the resource'],
    [instance('"a"', '{ Name = "Batch" }'), 'No block aws_instance has the name of the resource.'],
    [instance('"a"', '{ Name = "web" }'), 'No block aws_instance has the name of the resource.'],
    [instance('"a"', '{ Name = "b-${var.env}" }'), 'their names come from expressions: aws_instance.batch (main.tf'],
    ['resource "aws_eip" "x" {}', 'acme/infra has no block aws_instance in 1 Terraform files.'],
    ['resource {', '1 could not be read, the first is main.tf, line 1: "}" is missing.'],
  ])('%# is refused with the place and what to do', (text, sentence) => {
    expect(reason({ files: { 'main.tf': text } })).toContain(sentence)
  })
})

describe('the block', () => {
  it('is found by the tags of Yor, whatever its name is', () => {
    const files = {
      'a.tf': instance('"m5.xlarge"', '{ Name = "batch", yor_trace = "t1" }'),
      'b.tf': instance('"m5.xlarge"', 'merge(var.tags, { Name = "renamed", yor_trace = "t2" })'),
    }
    expect(Object.keys(changed({ files, tags: { yor_trace: 't2' } }))).toEqual(['b.tf'])
    const tags = { git_org: 'acme', git_repo: 'other' }
    expect(reason({ files, tags })).toContain('say that acme/other declares it, not acme/infra')
  })

  it('of several with one name is the one in the file that Yor names', () => {
    const files = { 'prod/main.tf': instance('"a"'), 'dev/main.tf': instance('"a"') }
    expect(reason({ files })).toContain('aws_instance.batch (dev/main.tf, line 1), aws_instance.batch (prod/main.tf')
    expect(Object.keys(changed({ files, tags: { git_file: 'prod/main.tf' } }))).toEqual(['prod/main.tf'])
  })

  it('is found by its import block', () => {
    const text = `import {\n  to = aws_instance.batch\n  id = "i-0abc12345678def90"\n}\n${instance('"a"', 'local.tags')}`
    expect(reason({ files: { 'm.tf': text } })).toContain('An import block gives it the ID of the resource.')
  })

  it('is the only one with the present value, and no other is', () => {
    const files = { 'm.tf': instance('"m5.xlarge"', 'local.tags') }
    expect(reason({ files, before: 'm5.xlarge' })).toContain('check that it is the right one')
    expect(reason({ files, before: 'm5.4xlarge' })).toContain('their names come from expressions')
    expect(reason({ files })).toContain('their names come from expressions')
    const named = { 'm.tf': instance('"m5.xlarge"', '{ Name = "web" }') }
    expect(reason({ files: named, before: 'm5.xlarge' })).toContain('has the name of the resource')
  })

  it('in a module that is used twice is not changed', () => {
    const call = (name: string) => `module "${name}" {\n  source = "./app"\n}\n`
    const files = { 'app/main.tf': instance('"a"'), 'main.tf': call('x') }
    expect(reason({ files })).toContain('Sets instance_type')
    expect(reason({ files: { ...files, 'more.tf': call('y') } })).toContain('in a module that is used 2 times')
    const counted = { ...files, 'main.tf': call('x').replace('source', 'count  = 3\n  source') }
    expect(reason({ files: counted })).toContain('module.x is repeated with count')
  })
})

describe('a removed block', () => {
  const volume =
    '# Scratch space of 2019.\nresource "aws_ebs_volume" "v" {\n  size = 8\n  tags = { Name = "batch" }\n}\n'
  const request = { id: 'vol-0abc12345678def90', order: { step: 'delete' } as const }

  it('goes with its comment, its import, and what belongs to it', () => {
    const other = 'locals {\n  a = 1\n}\n'
    const attachment = 'resource "aws_volume_attachment" "v" {\n  volume_id = aws_ebs_volume.v.id\n}\n'
    const imported = 'import {\n  to = aws_ebs_volume.v\n  id = "vol-0abc12345678def90"\n}\n'
    const files = { 'imports.tf': imported, 'm.tf': `${other}\n${volume}\n${attachment}\n${other}` }
    expect(changed({ ...request, files })).toEqual({ 'imports.tf': '', 'm.tf': `${other}\n${other}` })
    expect(changed({ ...request, files: { 'm.tf': `${other}\n${volume}` } })).toEqual({ 'm.tf': other })
  })

  it('is refused where anything else refers to it, except in comments', () => {
    const used = `${volume}# aws_ebs_volume.v\noutput "id" {\n  value = "x-\${aws_ebs_volume.v.id}"\n}\n`
    expect(reason({ ...request, files: { 'm.tf': used } })).toContain('m.tf, line 8 refers to aws_ebs_volume.v')
    const commented = `${volume}\n# aws_ebs_volume.v and aws_ebs_volume.v2\nlocals {\n  a = aws_ebs_volume.v2.id\n}\n`
    expect(reason({ ...request, files: { 'm.tf': commented } })).toContain('Removes aws_ebs_volume.v')
    const guarded = volume.replace('size', 'lifecycle {\n    prevent_destroy = true\n  }\n  size')
    expect(reason({ ...request, files: { 'm.tf': guarded } })).toContain('prevent_destroy protects aws_ebs_volume.v')
  })
})

it('of a load balancer goes with its listeners, unless it is protected from deletion', () => {
  const id = 'arn:aws:elasticloadbalancing:us-east-1:123456789012:loadbalancer/app/shop/50dc6c495c0c9188'
  const request = { id, order: { step: 'delete' } as const }
  const balancer = (more = '') => `resource "aws_lb" "shop" {\n  name = "shop"\n${more}}\n`
  const listener = 'resource "aws_lb_listener" "http" {\n  load_balancer_arn = aws_lb.shop.arn\n}\n'
  const rule = 'resource "aws_lb_listener_rule" "a" {\n  listener_arn = aws_lb_listener.http.arn\n}\n'
  const files = { 'lb.tf': `${balancer()}\n${listener}`, 'rules.tf': `${rule}\nlocals {\n}\n` }
  expect(changed({ ...request, files })).toEqual({ 'lb.tf': '', 'rules.tf': 'locals {\n}\n' })
  const guarded = { 'lb.tf': balancer('  enable_deletion_protection = true\n') }
  expect(reason({ ...request, files: guarded })).toContain(
    'lb.tf, line 3: enable_deletion_protection protects aws_lb.shop',
  )
})

describe('a second resource', () => {
  const state =
    'resource "aws_ec2_instance_state" "batch" {\n  instance_id = aws_instance.batch.id\n  state       = "STATE"\n}'

  it('is declared below the block, and changed where it is there', () => {
    const text = instance('"a"')
    const order = { step: 'stop' } as const
    expect(changed({ order, files: { 'm.tf': text } })).toEqual({
      'm.tf': `${text}\n${state.replace('STATE', 'stopped')}\n`,
    })
    const running = `${text}${state.replace('STATE', 'running')}\n`
    expect(changed({ order, files: { 'm.tf': running } })).toEqual({ 'm.tf': running.replace('running', 'stopped') })
  })

  it('does not stand beside rules that are there', () => {
    const bucket = 'resource "aws_s3_bucket" "b" {\n  bucket = "logs-1"\n}\n'
    const request = { id: 'arn:aws:s3:::logs-1', order: { step: 'set_lifecycle' } as const }
    expect(changed({ ...request, files: { 'm.tf': bucket } })['m.tf']).toContain('storage_class = "STANDARD_IA"')
    const rules = `${bucket}resource "aws_s3_bucket_lifecycle_configuration" "x" {\n  bucket = aws_s3_bucket.b.id\n}\n`
    expect(reason({ ...request, files: { 'm.tf': rules } })).toContain('m.tf, line 4 declares')
    const inline = bucket.replace('}', '  lifecycle_rule {\n  }\n}')
    expect(reason({ ...request, files: { 'm.tf': inline } })).toContain('has blocks lifecycle_rule')
  })
})

it('throws for no repository, and changes one value or adds one line', () => {
  const piece = fc.constantFrom(
    ...[
      'resource "aws_instance" "batch" {\n',
      '}\n',
      'import {\n',
      'to = aws_instance.batch\n',
      '# x\n',
      '\n',
      '<<E\n',
    ],
    ...['instance_type = "m5.xlarge"\n', 'instance_type = var.size\n', 'tags = { Name = "batch" }\n', 'module "m" {\n'],
    ...['variable "size" {\n', 'default = "m5.xlarge"\n', 'source = "./a"\n', '"', '{', '/*', 'lifecycle {\n'],
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const block = fc.constantFrom('', `\n${instance('"m5.xlarge"')}`, `\n${instance('var.size')}`)
  fc.assert(
    fc.property(text, text, block, (first, second, more) => {
      const files: Record<string, string> = { 'a/m.tf': first + more, 'a/v.tf': second }
      const edit = plan({ files, before: 'm5.xlarge' })
      if ('reason' in edit) {
        expect(edit.reason).toMatch(/\.$/)
        return
      }
      for (const file of edit.files) {
        // Replaced at its place, or written on a line of its own where the block has none.
        const replaced = file.text.replace('"m5.large"', '"m5.xlarge"')
        const withoutLine = file.text.replace(/\n?\n *instance_type += "m5\.large"/, '')
        expect([replaced, withoutLine]).toContain(files[file.path])
      }
    }),
    { numRuns: Number(process.env.KEPT_LAW_RUNS ?? 300) },
  )
})
