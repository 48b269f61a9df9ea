/** Routes below the app's path: `/`, `/new`, `/new/from/{template}`, `/note/{id}`. */
import type { ReactElement } from 'react';
import { Route, Router, Switch } from 'react-router-dom';
import { AppFrame, useKit } from '@sd/ui_kit';
import type { FieldNotesDeps } from '../../services/deps';
import { EditNotePage } from './form/edit_note_page';
import { NewNotePage } from './form/new_note_page';
import { NoteListPage } from './note_list_page';

export function NotesApp(deps: FieldNotesDeps): ReactElement {
  const { history } = useKit();
  return (
    <Router history={history}>
      <AppFrame>
        <Switch>
          {/* The key resets the form: each template has its own draft. */}
          <Route
            path="/new/from/:template"
            render={({ match: { params } }) => (
              <NewNotePage {...deps} key={params.template} template={params.template} />
            )}
          />
          <Route path="/new" render={() => <NewNotePage {...deps} />} />
          <Route
            path="/note/:id"
            render={({ match }) => (
              <EditNotePage {...deps} key={match.params.id} id={match.params.id ?? ''} />
            )}
          />
          <Route>
            <NoteListPage {...deps} />
          </Route>
        </Switch>
      </AppFrame>
    </Router>
  );
}
