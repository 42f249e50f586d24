// What is pasted into a text: cleaned in a browser, without the product around it.
import { array, assert, asyncProperty, constantFrom, oneof, string, tuple } from 'fast-check'
import { build } from 'vite'
import { expect, test } from './support/test.ts'

interface Cleaned {
  html: string
  lost: number
}

/** The cleaner as a script that leaves `paste.cleanPasted`. */
async function cleaner(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: 'kit/web/html/paste.ts', formats: ['iife'], name: 'paste' },
    },
  })
  const [first] = Array.isArray(made) ? made : []
  const chunk = first?.output.find((one) => one.type === 'chunk')
  if (chunk === undefined) throw new Error('nothing was built')
  return chunk.code
}

const clean = test.extend<{ clean(given: readonly string[]): Promise<Cleaned[]> }>({
  clean: async ({ page }, use) => {
    await page.addScriptTag({ content: await cleaner() })
    await use((given) =>
      page.evaluate((all) => all.map((html) => Reflect.get(window, 'paste').cleanPasted(html)), [...given]),
    )
  },
})

const item = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>${marker}<span style='font:7pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>${text}<o:p></o:p></p>`

clean('what offices write becomes what they mean', async ({ clean: cleanAll }) => {
  const cases: [string, string][] = [
    [
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style><!--[if gte mso 9]><xml><o:x/></xml><![endif]--></head><body lang=ZH-CN><!--StartFragment--><p class=MsoTitle style='mso-pagination:none'>规格</p><h2 style='mso-outline-level:2'>一</h2><p class=MsoNormal style='text-align:center;mso-line-height-rule:exactly'><b><span style='font-size:12.0pt;font-family:宋体;color:black'>加粗</span></b><span lang=EN-US> </span><i>斜</i><span style='color:red;mso-themecolor:accent1'>红</span><o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`,
      '<h1>规格</h1><h2>一</h2><p style="text-align: center"><b>加粗</b> <i>斜</i><span style="color: red">红</span></p>',
    ],
    [
      `${item(1, '1.', '甲')}${item(2, '·', '甲之一')}${item(2, '·', '甲之二')}${item(1, '2.', '乙')}<p>完</p>${item(1, '3)', '丙')}`,
      '<ol><li>甲<ul><li>甲之一</li><li>甲之二</li></ul></li><li>乙</li></ol><p>完</p><ol start="3"><li>丙</li></ol>',
    ],
    [
      '<table class=MsoTableGrid border=1 style="mso-yfti-tbllook:1184"><tr style="height:1pt"><td width=100 colspan=2 style="border:solid windowtext 1pt"><p class=MsoNormal>格</p></td></tr></table>',
      '<table><tbody><tr><td colspan="2"><p>格</p></td></tr></tbody></table>',
    ],
    [
      '<font color="#ff0000" face="Arial"><font size=3>红</font></font><span></span><span class="x"><span style="font-size:9px">a</span></span>',
      '<span style="color: rgb(255, 0, 0)">红</span>a',
    ],
    [
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700;background-color:transparent">粗</span><span style="text-decoration:underline">线</span></p></b>',
      '<p><span style="font-weight: bold">粗</span><span style="text-decoration: underline">线</span></p>',
    ],
    [
      '<script>x()</script><p onclick="x()">a<a href="javascript:x()">b</a><a href="https://a.example/" target=_blank class=y>c</a><iframe src="https://evil.example"></iframe></p><svg><script>x()</script></svg>',
      '<p>ab<a href="https://a.example/">c</a></p>',
    ],
    [
      '<img src="https://a.example/1.png" onerror="x()" class="z"><img src="data:image/png;base64,AAAA">',
      '<img src="https://a.example/1.png"><img src="data:image/png;base64,AAAA">',
    ],
  ]
  const done = await cleanAll(cases.map(([dirty]) => dirty))
  for (const [index, [, expected]] of cases.entries()) expect(done[index]?.html).toBe(expected)
  const [local] = await cleanAll(['<p>图<img src="file:///C:/Temp/image001.png"><img src="cid:1"></p>'])
  expect(local).toEqual({ html: '<p>图</p>', lost: 2 })
})

clean(
  'cleaning a paste twice is cleaning it once, and nothing of the office stays',
  async ({ clean: cleanAll }) => {
    const attribute = constantFrom(
      '',
      " style='mso-list:l0 level1 lfo1'",
      " style='mso-list:l0 level3 lfo1;color:red'",
      " style='mso-list:Ignore'",
      ' style="font-weight:normal;text-align:center"',
      ' style="color:windowtext;font-style:italic;background:yellow"',
      ' class=MsoTitle',
      ' class=MsoNormal align=center',
      ' href="https://a.example/?a=1&b=2"',
      ' src="data:image/png;base64,AAAA"',
      ' src="file:///c"',
      ' color=red',
      ' onclick="x()"',
    )
    const names =
      'p,h1,div,span,b,i,font,a,img,ul,ol,li,table,tr,td,pre,o:p,w:sdt,v:shape,script,style,video,iframe,br'
    const tag = tuple(constantFrom('', '', '/'), constantFrom(...names.split(',')), attribute).map(
      ([slash, name, given]) => `<${slash}${name}${slash === '' ? given : ''}>`,
    )
    const text = oneof(
      string({ maxLength: 6 }),
      constantFrom(
        '文字',
        '1.',
        '·',
        '&nbsp;',
        '\n',
        '<!--[if mso]>',
        '<![endif]-->',
        '<![if !supportLists]>',
        '<o:p>&nbsp;</o:p>',
      ),
    )
    const soups = array(
      array(oneof(tag, tag, text), { maxLength: 14 }).map((parts) => parts.join('')),
      {
        minLength: 100,
        maxLength: 100,
      },
    )
    await assert(
      asyncProperty(soups, async (dirty) => {
        const once = (await cleanAll(dirty)).map((one) => one.html)
        const twice = (await cleanAll(once)).map((one) => one.html)
        for (const [index, html] of once.entries()) {
          expect(twice[index], dirty[index]).toBe(html)
          const tags = html.replaceAll(/="[^"]*"/g, (value) => value.replaceAll(/[<>]/g, ''))
          expect(tags).not.toMatch(
            /<!--|<\w+:|<(?:font|script|style|svg)|<[^>]*(?:mso-|class=|\son\w+=)|<span>/i,
          )
        }
      }),
      { numRuns: 30 },
    )
  },
)
