/** The screens by address below the app's route: `/`, `/new`, `/note/{id}`. */
import type { ReactElement } from 'react';
import { Route, Router, Switch } from 'react-router-dom';
import { EditNotePage, NewNotePage } from './note_pages';
import { NoteListPage } from './note_list_page';
import type { PageProps } from './page_props';

export function NotesApp(props: PageProps): ReactElement {
  return (
    <Router history={props.history}>
      <Switch>
        {/* Another template is another form. */}
        <Route
          path="/new"
          render={({ location }) => <NewNotePage {...props} key={location.search} />}
        />
        <Route
          path="/note/:id"
          render={({ match }) => (
            <EditNotePage {...props} key={match.params.id} id={match.params.id ?? ''} />
          )}
        />
        <Route>
          <NoteListPage {...props} />
        </Route>
      </Switch>
    </Router>
  );
}
