// The designer alone, or the viewer; what it is given stands in window.given, what it says is written down in window.told.
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import Designer, { type DesignerProps } from '../../domains/workflow/designer/Designer.tsx'
import { Viewer } from '../../domains/workflow/designer/Viewer.tsx'
import { parseProcess } from '../../domains/workflow/model/parse.ts'
import { startSession } from '../../kit/web/session.ts'
import { Providers } from '../../kit/web/shell/Providers.tsx'

interface Given extends DesignerProps {
  /** the viewer instead of the designer */
  looking?: boolean
  /** the drawer must not be closed */
  veto?: boolean
  /** another definition, opened by a button */
  other?: string
}

const given: Given = Reflect.get(window, 'given')
const told: [what: string, value: unknown][] = []
Reflect.set(window, 'told', told)
const tell = (what: string) => (value: unknown) => {
  told.push([what, value])
  return undefined
}

function Host() {
  const { looking, veto, other, value: first, ...props } = given
  const [value, setValue] = useState(first)
  if (looking)
    return (
      <Viewer
        process={parseProcess(value).process}
        highlight={props.highlight}
        onNode={tell('node')}
        onHover={tell('hover')}
      />
    )
  return (
    <>
      {other && (
        <button type="button" onClick={() => setValue(other)}>
          打开另一个
        </button>
      )}
      <Designer
        {...props}
        value={value}
        beforeClose={(done) => {
          told.push(['beforeClose', null])
          if (!veto) done()
        }}
        onProcessChange={tell('process')}
        onSave={tell('save')}
        onChange={tell('change')}
      />
    </>
  )
}

startSession('a'.repeat(32), { id: 1, realName: '测试', isAgent: 0, pwdExpired: 0 })
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <main style={{ height: 'calc(100vh - 40px)' }}>
          <Host />
        </main>
      </Providers>
    </StrictMode>,
  )
