import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import Designer from '../../domains/workflow/designer/Designer.tsx'
import { startSession } from '../../kit/web/session.ts'
import { Providers } from '../../kit/web/shell/Providers.tsx'

startSession('a'.repeat(32), { id: 1, realName: '测试', isAgent: 0, pwdExpired: 0 })
const root = document.getElementById('root')
const set = Reflect.get(window, 'designer') ?? {}
if (root)
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <main style={{ height: '100vh' }}>
          <Designer
            {...set}
            onSave={(saved) => {
              Reflect.set(window, 'saved', saved)
              return undefined
            }}
          />
        </main>
      </Providers>
    </StrictMode>,
  )
