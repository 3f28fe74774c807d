/** British spellings, by their stems; the rest of the word follows. */
const ise =
  'amort|anal|anonym|apolog|author|capital|categor|central|character|container|critic|custom|emphas|equal|factor|final|formal|general|ideal|initial|item|local|material|maxim|mechan|memor|minim|mobil|neutral|normal|optim|organ|parallel|penal|popular|prior|pseudonym|quant|random|ration|real|recogn|regular|reorgan|revolution|scrutin|serial|social|special|stabil|standard|summar|symbol|synchron|theor|token|util|vandal|virtual|visual'
const our = 'behavi|col|fav|flav|harb|hon|hum|lab|neighb|rum|val|vig'
const doubled = 'cance|channe|counse|dia|fue|labe|leve|mode|signa|tota|trave'

export const british = new RegExp(
  [
    `\\b(?:un|re|over|under|de|non)?(?:${ise})(?:is(?:e[drs]?|ers|ing|ation|ations|able)|ys(?:e|ed|er|ers|ing))\\b`,
    `\\b(?:${our})our(?:s|ed|ing|al|able|able|ite|ites|ful|less|hood|hoods)?\\b`,
    `\\b(?:un)?(?:${doubled})ll(?:ed|ing|er|ers)\\b`,
    '\\b(?:centre[ds]?|metres?|litres?|fibre|theatre|licence[ds]?|defence|offence|grey|artefacts?|programmes?|whilst|amongst|learnt|spelt|misspelt|judgements?|fulfils?|enrols?|instalments?|skilful|ageing|cheques?|mould|tyres?|catalogues?|dialogues?|analogue|sceptic(?:al)?|storeys?)\\b',
  ].join('|'),
  'gi',
)
