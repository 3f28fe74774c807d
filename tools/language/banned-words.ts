/**
 * Words that Kept does not use, each with what is used and why. `npm run check` refuses them as whole words:
 * `identifier` in names (a part of a camel-cased or snake-cased name counts), `text` in strings and documents.
 * Names and sentences of others (providers' fields, quoted errors) are listed in `exceptions`.
 */
export interface BannedWord {
  /** A lower-case word or phrase; its plural and its verb forms are listed one by one. */
  words: readonly string[]
  in: readonly ('identifier' | 'text')[]
  use: string
  because: string
}

const everywhere = ['identifier', 'text'] as const
const names = ['identifier'] as const
const sentences = ['text'] as const

const says = 'a metaphor or private word; the field has one of its own'
const vague = 'says nothing about what it holds'
const odd = 'not what an American product says'

export const bannedWords: readonly BannedWord[] = [
  { words: ['deed', 'deeds'], in: everywhere, use: 'remediation action', because: says },
  { words: ['doors'], in: everywhere, use: 'dependencies (deps)', because: says },
  { words: ['door'], in: names, use: 'client, deps', because: says },
  {
    words: ['judge', 'judged', 'judges', 'judging', 'judgment'],
    in: everywhere,
    use: 'evaluate, detect, evaluation',
    because: says,
  },
  { words: ['verdict', 'verdicts'], in: everywhere, use: 'evaluation, result', because: says },
  {
    words: ['rehearse', 'rehearsed', 'rehearses', 'rehearsing', 'rehearsal', 'rehearsals'],
    in: everywhere,
    use: 'dry run',
    because: says,
  },
  { words: ['stranger', 'strangers'], in: names, use: 'other organization, other user', because: says },
  { words: ['boss'], in: names, use: 'admin', because: says },
  { words: ['letter', 'letters'], in: names, use: 'email, email notification', because: says },
  { words: ['trouble', 'troubles'], in: names, use: 'error, failure_reason', because: says },
  { words: ['complain', 'complains'], in: everywhere, use: 'log, report', because: says },
  { words: ['habit', 'habits'], in: names, use: 'dialect', because: says },
  { words: ['patience'], in: everywhere, use: 'timeout', because: says },
  { words: ['wish', 'wishes', 'wished'], in: names, use: 'input, request', because: says },
  { words: ['told', 'tells'], in: names, use: 'notified, reported', because: says },
  { words: ['tell'], in: names, use: 'notify, report, execute', because: says },
  { words: ['said', 'says', 'say'], in: names, use: 'format, print, report', because: says },
  { words: ['asked', 'asks'], in: names, use: 'requested', because: says },
  { words: ['heard'], in: names, use: 'received', because: says },
  { words: ['wanted'], in: names, use: 'requested, expected', because: vague },
  { words: ['whole'], in: names, use: 'complete, total', because: vague },
  { words: ['usual'], in: names, use: 'default, baseline', because: vague },
  { words: ['former'], in: names, use: 'previous', because: odd },
  { words: ['fresh'], in: names, use: 'new', because: vague },
  { words: ['foretell', 'foretold', 'foretells', 'foretelling'], in: everywhere, use: 'forecast', because: odd },
  {
    words: ['bring in', 'brings in', 'brought in', 'bringing in'],
    in: sentences,
    use: 'import, upload',
    because: says,
  },
  { words: ['set aside', 'sets aside', 'setting aside'], in: sentences, use: 'reject, skip', because: says },
  {
    words: [
      'off its path',
      'off their path',
      'left its path',
      'left their path',
      'leave their path',
      'leaves its path',
    ],
    in: sentences,
    use: 'anomaly',
    because: says,
  },
  { words: ['stranded'], in: everywhere, use: 'unused', because: says },
  { words: ['timezone', 'timezones'], in: names, use: 'timeZone, time_zone', because: 'one noun has one name' },
  { words: ['aside'], in: names, use: 'rejected', because: says },
  { words: ['beside'], in: names, use: 'actions, onStateChange', because: 'a preposition is no name' },
  { words: ['mend', 'mends', 'mended'], in: sentences, use: 'fix', because: odd },
  { words: ['anew', 'afresh'], in: sentences, use: 'again', because: odd },
  {
    words: ['somebody', 'nobody', 'anybody', 'everybody'],
    in: sentences,
    use: 'someone, no one, anyone, everyone, or the role',
    because: odd,
  },
  {
    words: ['takes in', 'took in'],
    in: sentences,
    use: 'ingest, import, accept',
    because: says,
  },
  { words: ['hand on', 'hands on', 'handed on'], in: sentences, use: 'forward', because: says },
  { words: ['what became of', 'no news'], in: sentences, use: 'history, status', because: odd },
  { words: ['nought', 'upon', 'likewise'], in: sentences, use: 'zero, on, also', because: odd },
  { words: ['e-mail', 'e-mails'], in: sentences, use: 'email', because: 'one noun has one name' },
  { words: ['whoever', 'whomever'], in: sentences, use: 'the role: the owner, an admin, anyone who', because: odd },
  { words: ['honest', 'honestly'], in: sentences, use: 'say what is known and what is not', because: odd },
]

/** Names that are banned only when they are the whole name. */
export const bannedNames: readonly { names: readonly string[]; use: string }[] = [
  { names: ['words', 'wordsOf'], use: 'label, description, message, text' },
  { names: ['one'], use: 'the singular of what is iterated: row, day, recommendation' },
  { names: ['of', 'by', 'on', 'the'], use: 'what it holds: index, name, lookup' },
  { names: ['known', 'found', 'shown', 'given', 'made'], use: 'the noun: existing, match, visible, stored' },
  { names: ['place', 'Place'], use: 'location, rank, position, scale, path' },
  {
    names: ['Draw', 'Nothing', 'Nowhere', 'Broken', 'Denied', 'Inside'],
    use: 'what it shows: BudgetsScreen, EmptyState',
  },
  { names: ['zone'], use: 'timeZone, or availabilityZone' },
]

/** Where a word is somebody else's, or is what the file is about. */
export const exceptions: readonly { files: RegExp; words: 'all' | readonly string[]; because: string }[] = [
  { files: /^tools\/(language\/|check-language)/, words: 'all', because: 'it names them' },
  {
    files: /^docs\/(GLOSSARY|decisions\/0072-names-of-the-field)\.md$/,
    words: 'all',
    because: 'it says which words are not used',
  },
  {
    files:
      /^packages\/store\/src\/database\/(embedded|postgres-user(\.test)?)\.ts$|^docs\/decisions\/0002-database\.md$/,
    words: ['nobody', 'timezone'],
    because: 'a Unix account, and settings of Postgres',
  },
  {
    files: /^packages\/connectors\/src\/activity\//,
    words: ['timezone', 'everybody'],
    because: 'a field that other tools write in their records, and a secret in an example of GitHub',
  },
  {
    files: /^packages\/connectors\/src\/activity\/webhook\.test\.ts$/,
    words: ['everybody'],
    because: "the secret of GitHub's test vector",
  },
  {
    files: /^packages\/scenarios\/src\/sample-bill\/gcp\//,
    words: ['zone'],
    because: 'a field of the billing export of Google Cloud',
  },
  {
    files: /^packages\/scenarios\/src\/loops\/incidents\/name-servers\.ts$/,
    words: ['zone'],
    because: 'a label of CoreDNS',
  },
  { files: /package-lock\.json$|^LICENSE$/, words: 'all', because: 'not ours' },
  {
    files: /^packages\/store\/src\/database\/(baseline\/remediation|migrations\/0011-planned-actions)\.ts$/,
    words: ['rehearsed'],
    because: 'a state of remediation actions in the first version of the database',
  },
  { files: /^packages\/domain\/src\/cube\.ts$/, words: ['zone'], because: 'a dimension of the API' },
  {
    files:
      /^packages\/web\/src\/(explain\/|question\/|screens\/(costs|dashboard|resources|savings)\/|url\/search\.test)/,
    words: ['by', 'of'],
    because: 'parameters of addresses that users have saved',
  },
  {
    files: /^packages\/web\/src\/(screens\/behavior\/ActiveSchedule|loops\/CostPart)\.tsx$/,
    words: ['on', 'given'],
    because: 'values of the API',
  },
  { files: /^e2e\/snapshots\.test\.ts$/, words: ['timezone'], because: 'an option of Playwright' },
  { files: /^packages\/server\/src\/platform\/jobs\.ts$/, words: ['boss'], because: 'the name of a library' },
  {
    files: /^packages\/server\/src\/platform\/(config|reseal\.test)\.ts$/,
    words: ['former'],
    because: 'a setting of installations',
  },
  {
    files: /^packages\/server\/src\/(cli\/kept|people\/validate-rows)\.ts$/,
    words: ['analyse', 'behaviour', 'e-mail'],
    because: 'other spellings that commands and files may use',
  },
  {
    files: /^packages\/server\/src\/(demo(-renewal)?\.test|search\/cost-hits)\.ts$/,
    words: ['by', 'of'],
    because: 'a field of the API, and parameters of addresses',
  },
  {
    files: /^packages\/server\/src\/formats\/testing\/use-case-questions\.ts$/,
    words: ['zone'],
    because: 'a dimension of the API',
  },
  {
    files: /^packages\/server\/src\/billing\/documents\/pdf\/invoice-header\.ts$/,
    words: ['of'],
    because: 'a method of Intl.DisplayNames',
  },
  { files: /^packages\/(ui|web|site)\/.*\.tsx$/, words: ['aside'], because: 'an HTML element' },
]
