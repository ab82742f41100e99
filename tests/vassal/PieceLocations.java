import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.ExtensionsLoader;
import VASSAL.build.module.Map;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.i18n.Localization;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DataArchive;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import java.io.File;
import javax.swing.JFrame;
import javax.swing.JMenuBar;
import javax.swing.SwingUtilities;

/**
 * Opens a module of ours in VASSAL itself, begins a game, and compares the hex that VASSAL names for each counter with the
 * one in its property "Setup". Exit status: 0 all are right, 1 some are not, 2 the module cannot be opened.
 */
public final class PieceLocations {
    /** VASSAL wants a manager of menus before it opens a module; no window is shown. */
    private static final class NoMenus extends MenuManager {
        @Override
        public JMenuBar getMenuBarFor(JFrame frame) {
            return null;
        }

        @Override
        public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
            return null;
        }
    }

    private static int right;
    private static int wrong;

    private PieceLocations() {}

    public static void main(String[] arguments) {
        int status = 2;
        try {
            // A file that is not there would become an empty module.
            if (arguments.length == 1 && new File(arguments[0]).isFile()) {
                SwingUtilities.invokeAndWait(() -> compare(arguments[0]));
                System.out.println(right + " of " + (right + wrong) + " counters are where they belong");
                status = right > 0 && wrong == 0 ? 0 : 1;
            }
        } catch (Exception error) {
            error.printStackTrace();
        }
        // Threads of the window system would go on.
        System.exit(status);
    }

    private static void compare(String path) {
        try {
            Info.setConfig(new StandardConfig());
            new NoMenus();
            GameModule.init(new GameModule(new DataArchive(path)));
            new ExtensionsLoader().addTo(GameModule.getGameModule());
            Localization.getInstance().translate();
        } catch (Exception error) {
            throw new IllegalStateException(error);
        }
        GameModule.getGameModule().getGameState().setup(true);
        for (GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
            Object hex = piece.getProperty("Setup");
            Map map = piece.getMap();
            if (piece instanceof Stack || hex == null || hex.toString().isEmpty()) {
                continue;
            }
            String named = map == null ? "nowhere" : map.locationName(piece.getPosition());
            if (named.equals(hex.toString())) {
                right++;
            } else {
                wrong++;
                System.out.println(piece.getProperty("Id") + " belongs in " + hex + ", and VASSAL says " + named);
            }
        }
    }
}
