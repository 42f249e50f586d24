/**
 * Passwords that everybody tries first (platform §2.6): sequences, repetitions and keyboard walks; words, names of
 * products and people with the usual digits around them. Written as rules over short word lists, which cover far
 * more than a list of ten thousand would.
 */

/** Lines of signs people run a finger along; each also backwards. Columns of the keyboard go down: 1qaz. */
const LINES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '147258369',
  '159357',
  '13579',
  '24680',
].flatMap((line) => [line, [...line].reverse().join('')])

/** Shifted digits are the digits: !@# is 123. */
const SHIFTED = ')!@#$%^&*('

/** Signs people write for letters. */
const FOR_LETTERS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const WORDS = new Set(
  `password passwd passwort pass pwd mima admin administrator root user users guest test tester testing demo default
  login logon welcome hello hi master system server manager manage super superuser superman batman spiderman monkey
  dragon tiger lion panda eagle football baseball basketball soccer hockey sunshine moonlight princess prince queen
  king angel flower summer winter spring autumn love lover iloveyou loveyou loveme loveu woaini woaiwo wobuaini wode
  nihao nimade baobao baobei laopo laogong mama baba mami gege jiejie didi meimei tianya tianshi kuaile xingfu ping
  pingan facai gongxi shengri zhongguo china beijing shanghai guangzhou shenzhen hangzhou nanjing chengdu wuhan xian
  tianjin chongqing suzhou qingdao taiwan hongkong company office work sales shop store market money happy lucky
  secret private public changeme letmein access trustno starwars pokemon google baidu tencent alibaba taobao weixin
  wechat alipay douyin huawei xiaomi apple iphone samsung windows linux oracle mysql postgres redis cisco internet
  computer network database security hacker killer ninja shadow mustang ferrari porsche mercedes jordan michael
  jennifer jessica charlie daniel thomas robert andrew joshua matthew george hunter freedom whatever nothing forever
  buster cookie pepper ginger cheese chocolate banana orange purple yellow black white golden silver diamond
  tongshang erp oms wms crm cms oa abc abcd qwer asdf zxcv qwerty aaa xxx zzz monday friday sunday january december`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const SURNAMES =
  `wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng
  xie han tang feng yu dong xiao cheng cao yuan deng xue fu shen zeng peng lu su jiang cai jia ding wei ye yan pan
  du dai xia zhong tian ren jin`.split(/\s+/)
const GIVEN = new Set(
  `wei fang na min jing li qiang lei jun yang yong yan jie juan tao ming chao xiu xia ping gang hua hong bo bin hui
  peng fei ying lin hao yu xin dan lan mei ling long jian kai liang dong feng guang hai jia xue yi yun zhi
  xiaoming xiaohong xiaoli xiaofang jianguo jianjun zhiqiang guoqiang haiyan xiuying guiying lihua meili yuting
  haoran zihan yifan yuxuan xinyi`
    .split(/\s+/)
    .filter((name) => name !== ''),
)

/** Numbers people are fond of: I love you for ever. */
const FOND = new Set(['1314', '5201314'])

/** Whether a password is one that everybody tries first. Case and the signs written for letters do not matter. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const digits = [...lower].map(unshifted).join('')
  return isRepeated(lower) || isWalk(digits) || isWordWithTail(lower)
}

const unshifted = (sign: string): string => {
  const digit = SHIFTED.indexOf(sign)
  return digit < 0 ? sign : String(digit)
}

/** The same one to four signs over and over: aaaaaaaa, 1212121, abcabcabc. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= 4 && length * 2 <= text.length; length++)
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return true
  return false
}

/** Wholly made of pieces of at least three signs along one line or of one sign: qwe123, 1qaz2wsx, 111222. */
function isWalk(text: string): boolean {
  const isPiece = (piece: string): boolean =>
    LINES.some((line) => line.includes(piece)) || piece === piece.charAt(0).repeat(piece.length)
  // The lengths that can be cut into such pieces, from the front.
  const cut = new Set([0])
  for (let end = 3; end <= text.length; end++)
    for (const from of cut) if (end - from >= 3 && isPiece(text.slice(from, end))) cut.add(end)
  return cut.has(text.length)
}

/** A word or a name between digits and signs that add nothing: Password1!, zhangwei@2024, 123admin. */
function isWordWithTail(lower: string): boolean {
  for (const text of new Set([lower, [...lower].map((sign) => FOR_LETTERS[sign] ?? sign).join('')])) {
    for (const [word = ''] of text.matchAll(/[a-z]+/g)) {
      const at = text.indexOf(word)
      const around = lower.slice(0, at) + lower.slice(at + word.length)
      if (isWord(word) && isTail(around)) return true
    }
  }
  return mixed(lower)
}

/** Signs written for letters in the middle, plain digits at the end: P@ssw0rd123. */
function mixed(lower: string): boolean {
  for (let end = lower.length - 1; end >= 3; end--) {
    const word = [...lower.slice(0, end)].map((sign) => FOR_LETTERS[sign] ?? sign).join('')
    if (isWord(word) && isTail(lower.slice(end))) return true
  }
  return false
}

function isWord(word: string): boolean {
  if (WORDS.has(word)) return true
  const half = word.slice(0, word.length / 2)
  if (word.length >= 6 && word === half + half && WORDS.has(half)) return true
  return SURNAMES.some((surname) => word.startsWith(surname) && GIVEN.has(word.slice(surname.length)))
}

/** Signs apart: at most three digits, a run, one digit over and over, a year, a date, or a number people are fond of. */
function isTail(around: string): boolean {
  const tail = around.replace(/[^a-z0-9]/g, '')
  if (/[a-z]/.test(tail)) return false
  return (
    tail.length <= 3 ||
    FOND.has(tail) ||
    isWalk(tail) ||
    isRepeated(tail) ||
    /^(19|20)\d\d((0?[1-9]|1[0-2])(0?[1-9]|[12]\d|3[01])?)?$/.test(tail)
  )
}
